import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

/** Set by the image, or by the profile `scale` for its own processes. */
const FIXED = ['NODE_ENV', 'PORT', 'HOST', 'DATA_DIR', 'READ_DATABASE_URL', 'JOBS', 'DRAIN_SECONDS'];
/** Read by the library of traces itself. */
const OF_TRACES = ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_RESOURCE_ATTRIBUTES', 'OTEL_SERVICE_NAME'];

it('docker-compose.yml passes every setting on', () => {
  const settings = [...read('backend/src/env.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+): v\./gm)].map(
    ([, name]) => name ?? '',
  );
  expect(settings.length).toBeGreaterThan(40);
  const [, block = ''] = /&settings\n((?: {6}.*\n)+)/.exec(read('docker-compose.yml')) ?? [];
  const passed = [...block.matchAll(/^ {6}([A-Z][A-Z0-9_]+): /gm)].map(([, name]) => name);
  const wanted = [...settings, ...OF_TRACES].filter((name) => !FIXED.includes(name));
  expect(wanted.filter((name) => !passed.includes(name))).toEqual([]);
});
