import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { migrations } from '../../src/platform/database/migrations.js';

// While processes are replaced one after another, the version before this one works on the schema of this one. So a migration
// adds first; what it takes away, it takes away when no version that may still run uses it. CONTRIBUTING.md says how.

const ROOT = path.join(import.meta.dirname, '../../..');
const FOLDER = path.join(ROOT, 'backend/src/platform/database/migrations');
/** Released before the rule was: they stand as they are. */
const LAST_EXEMPT_MIGRATION = 'Migration20261122202000_figures';

/** What an older app cannot do without: only a contract step may do it. */
const REMOVALS: readonly [RegExp, string][] = [
  [/\bdrop\s+(?:table|materialized\s+view|view|function|sequence|type|extension|schema)\b/, 'drops what is used'],
  [/\bdrop\s+column\b/, 'drops a column'],
  [/\bdrop\s+default\b/, 'drops a default that older inserts count on'],
  [/\brename\b/, 'renames'],
  [/\balter\s+column\s+\S+\s+(?:set\s+data\s+)?type\b/, 'changes a type'],
];
/** What an older app may not fulfil: a note says why it does. */
const NEW_REQUIREMENTS: readonly [RegExp, string][] = [
  [/\bset\s+not\s+null\b/, 'demands a value'],
  [/\badd\s+column\b(?![^,;]*\bdefault\b)[^,;]*\bnot\s+null\b/, 'demands a value without a default'],
  [/\bcreate\s+unique\s+index\b/, 'demands that values differ'],
  [/\badd\s+(?:constraint\s+\S+\s+)?(?:unique|primary|exclude)\b/, 'demands that values differ'],
  [/\badd\s+column\b[^,;]*\bunique\b/, 'demands that values differ'],
  [/\badd\s+(?:constraint\s+\S+\s+)?(?:check|foreign)\b/, 'demands something of values'],
  [/\badd\s+column\b[^,;]*\bcheck\b/, 'demands something of values'],
  [/\bcreate\s+(?:or\s+replace\s+)?(?:constraint\s+)?(?:trigger|rule)\b/, 'changes what a write does'],
];
const CONTRACT = /@contract since (\d+\.\d+\.\d+): \S/;
const NOTE = /@older versions: \S/;

/** The statements of a migration, without its comments, and without those on tables that it makes itself. */
function statementsOf(source: string): string[] {
  const code = source
    .replaceAll(/\/\*[\s\S]*?\*\//g, ' ')
    .replaceAll(/^\s*(?:\/\/|--).*$/gm, ' ')
    .toLowerCase();
  const own = [...code.matchAll(/\bcreate\s+(?:unlogged\s+|temp\s+)?table\s+(?:if\s+not\s+exists\s+)?"?(\w+)/g)].map(
    ([, name]) => name,
  );
  const isOwn = (statement: string): boolean =>
    own.includes(/\b(?:alter\s+table|drop\s+table|\bon)\s+(?:only\s+|if\s+exists\s+)?"?(\w+)/.exec(statement)?.[1]);
  return code.split(/\b(?:addsql|execute)\s*(?:<[^>]*>)?\(|;/).filter((statement) => !isOwn(statement));
}

const found = (rules: readonly [RegExp, string][], statements: readonly string[]): string[] =>
  rules.filter(([pattern]) => statements.some((statement) => pattern.test(statement))).map(([, what]) => what);

/** Versions that were released, by the changelog. */
const released = (): string[] =>
  [...readFileSync(path.join(ROOT, 'CHANGELOG.md'), 'utf8').matchAll(/^## \[(\d+\.\d+\.\d+)\]/gm)].map(
    ([, version]) => version as string,
  );

/** Returns why the previous version could not run on the new schema. */
function complaints(source: string): string[] {
  const statements = statementsOf(source);
  const since = CONTRACT.exec(source)?.[1];
  if (since !== undefined && !released().includes(since)) return [`@contract since ${since}: that was never released`];
  if (since !== undefined) return [];
  return [...found(REMOVALS, statements), ...(NOTE.test(source) ? [] : found(NEW_REQUIREMENTS, statements))];
}

const sourceOf = (name: string): string => readFileSync(path.join(FOLDER, `${name}.ts`), 'utf8');
const names = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
  .sort();

describe('an app of the version before goes on while this one migrates', () => {
  const migrating = (...statements: string[]): string => statements.map((text) => `this.addSql('${text}');`).join('\n');

  it('as each migration since adds first, or says what older versions do with what it demands', () => {
    const order = migrations.map(({ name }) => name);
    // by their order in the list: a branch that is merged late may bring a name with an earlier time
    expect(order.toSorted()).toEqual(names);
    expect(order).toContain(LAST_EXEMPT_MIGRATION);
    const since = order.slice(order.indexOf(LAST_EXEMPT_MIGRATION) + 1);
    expect(since.length).toBeGreaterThan(0);
    expect(Object.fromEntries(since.map((name) => [name, complaints(sourceOf(name))]))).toEqual(
      Object.fromEntries(since.map((name) => [name, []])),
    );
  });

  it.each([
    ['drop table visit', 'drops what is used'],
    ['alter table task drop column folded', 'drops a column'],
    ['alter table task alter column version drop default', 'drops a default that older inserts count on'],
    ['alter table task rename column title to name', 'renames'],
    ['alter table task rename to card', 'renames'],
    ['alter table task alter column version type bigint', 'changes a type'],
    ['alter table task alter column version set data type bigint', 'changes a type'],
    ['alter table task alter column due_date set not null', 'demands a value'],
    ['alter table task add column place int not null', 'demands a value without a default'],
    ['alter table task add column a int default 1, add column b int not null', 'demands a value without a default'],
    ['create unique index task_title_unique on task (title)', 'demands that values differ'],
    ['alter table task add constraint one unique (title)', 'demands that values differ'],
    ['alter table task add column code text unique', 'demands that values differ'],
    ['alter table task add constraint short check (length(title) < 9)', 'demands something of values'],
    ['create trigger on_task before insert on task execute function f()', 'changes what a write does'],
  ])('and %s is found', (statement, complaint) => {
    expect(complaints(migrating(statement))).toEqual([complaint]);
    expect(complaints(migrating(statement.replaceAll(' ', '\n  ').toUpperCase()))).toEqual([complaint]);
  });

  it('what adds is fine, and so is whatever is done to tables that are new', () => {
    const adds = migrating(
      'create table place (id uuid primary key, name text not null unique)',
      'create unique index place_name on place (name)',
      'alter table place add column n int not null',
      'alter table task add column place_id uuid',
      'alter table task add column done int not null default 0',
      'create index task_place_index on task (place_id)',
      'drop index task_search_index',
    );
    expect(complaints(adds)).toEqual([]);
    expect(complaints(`// drop column\n/* rename */\n${adds}`)).toEqual([]);
  });

  it('a contract step names the version since which nothing uses what it takes away; a note does not excuse that', () => {
    const drops = migrating('alter table task drop column folded');
    expect(complaints(`/** @contract since 0.3.0: nothing reads it since */\n${drops}`)).toEqual([]);
    expect(complaints(`/** @contract since 99.0.0: nothing reads it */\n${drops}`)).toEqual([
      '@contract since 99.0.0: that was never released',
    ]);
    expect(complaints(`/** @older versions: never mind */\n${drops}`)).toEqual(['drops a column']);
    const demands = migrating('create unique index task_title_unique on task (title)');
    expect(complaints(`/** @older versions: made by one command, under its lock */\n${demands}`)).toEqual([]);
  });
});
