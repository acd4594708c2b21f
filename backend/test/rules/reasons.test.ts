import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { REASONS, type WithReason } from '../../contract/reasons.js';

interface Shape {
  kind?: string;
  type?: string;
  entries?: Record<string, Shape>;
  pipe?: readonly Shape[];
  item?: Shape;
  wrapped?: Shape;
  requirement?: Partial<WithReason>;
}

/** Yields all checks of a schema. Those within a union are not reported: the union is. */
function* checksOf(shape: Shape): Generator<Shape> {
  if (shape.type === 'check' || shape.type === 'partial_check') yield shape;
  for (const inner of [...Object.values(shape.entries ?? {}), ...(shape.pipe ?? []), shape.item, shape.wrapped]) {
    if (inner && inner !== shape) yield* checksOf(inner);
  }
}

const byName = (one = '', other = ''): number => one.localeCompare(other);
const folder = path.join(import.meta.dirname, '../../contract');
const isSchema = (value: unknown): value is Shape => (value as Shape | null)?.kind === 'schema';

describe('reasons', () => {
  it('are named by every check of the contract', async () => {
    const names = readdirSync(folder).filter((name) => /^\w+\.ts$/.test(name));
    const modules = await Promise.all(
      names.map((name) => import(path.join(folder, name)) as Promise<Record<string, unknown>>),
    );
    const checks = modules
      .flatMap((module) => Object.values(module).filter(isSchema))
      .flatMap((it) => [...checksOf(it)]);
    expect(checks.length).toBeGreaterThan(20);
    expect(checks.filter(({ requirement }) => !requirement?.reason)).toEqual([]);
  });

  it('are all described in docs/api.md, with their params', () => {
    const text = readFileSync(path.join(folder, '../../docs/api.md'), 'utf8');
    const section = /\n### Reasons\n(.*?)\n## /s.exec(text)?.[1] ?? '';
    const rows = [...section.matchAll(/^\| (`.*?`) \| (.*?) ?\|/gm)].map(([, keys = '', params = '']) => ({
      keys: [...keys.matchAll(/`(\w+)`/g)].map(([, key]) => key),
      params,
    }));
    expect(
      rows
        .flatMap(({ keys }) => keys)
        .filter((key) => key !== 'key')
        .toSorted(byName),
    ).toEqual(Object.keys(REASONS).toSorted(byName));
    for (const [key, params] of Object.entries(REASONS)) {
      const row = rows.find(({ keys }) => keys.includes(key));
      for (const param of params) expect(row?.params, key).toContain(`\`${param}\``);
    }
  });
});
