import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The folder of package.json, for the source file and for the compiled one. */
export const ROOT = path.resolve(
  import.meta.dirname,
  import.meta.url.endsWith('.ts') ? '../../../..' : '../../../../..',
);

export const { version: VERSION } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
  version: string;
};
