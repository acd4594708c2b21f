import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../../..');

interface Package {
  dev?: true;
  os?: readonly string[];
  cpu?: readonly string[];
}

it('the image can be built for arm64: each library that runs on Linux x64 is locked for arm64 too', () => {
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Package>;
  };
  const native = Object.entries(packages).filter(
    ([, { dev, os, cpu }]) => !dev && os?.includes('linux') && cpu?.includes('x64'),
  );
  expect(native.length).toBeGreaterThan(2);
  const missing = native.map(([name]) => name.replace('x64', 'arm64')).filter((name) => !(name in packages));
  expect(missing).toEqual([]);
});
