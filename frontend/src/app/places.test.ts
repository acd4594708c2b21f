import { expect, it } from 'vitest';
import { commandsOf } from '../features/commands/shortcuts';
import { PLACES } from './places';

const sources = import.meta.glob<string>(['../pages/*Page.tsx', './places.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const rows = [
  ...(sources['./places.ts'] ?? '').matchAll(/\bplace\(\s*'([^']+)',\s*\(\) => import\('(\.\.\/pages\/\w+)'\)/g),
];

it('names every path where browser tests find it (e2e/screens.ts)', () => {
  expect(rows.map(([, path]) => path)).toEqual(PLACES.map(({ path }) => path));
});

it('opens tasks over exactly the pages that render an open task', () => {
  const rendering = rows.filter(([, , file]) =>
    /<(TaskPanelRoute|ProjectShell|TasksShell)\b/.test(sources[`${file}.tsx`] ?? ''),
  );
  expect(rendering.map(([, path]) => path)).toEqual(PLACES.flatMap(({ path, opensTasks }) => (opensTasks ? path : [])));
});

it('gives no two commands the same name or keys', () => {
  const commands = commandsOf(PLACES);
  for (const values of [commands.map(({ words }) => words), commands.flatMap(({ keys }) => keys ?? [])]) {
    expect(values.filter((value, at) => values.indexOf(value) !== at)).toEqual([]);
  }
});
