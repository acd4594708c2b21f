import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createSchema } from '../graphql/schema.js';
import { openApiDocument } from './openapi.js';
import { routes } from './routes.js';

/** The folder with the schema and the OpenAPI document of the last release. */
export const RELEASED = 'backend/contract/released';

/** Returns the changelog's section of a version, or of unreleased changes. */
export function sectionOf(changelog: string, title: string): string {
  const [, section = ''] = changelog.split(`\n## [${title}]`);
  return section.replace(/^.*\n/, '').split('\n## [')[0]?.trim() ?? '';
}

/** Returns the breaking changes listed in a section of the changelog, each in the words of the test that finds it. */
export function listAnnouncedBreaks(section: string): string[] {
  const [, breaking = ''] = section.split('### Breaking\n');
  return [...(breaking.split('\n### ')[0] ?? '').matchAll(/`((?:GraphQL|REST): [^`]*)`/g)].map(
    ([, found]) => found ?? '',
  );
}

const parts = (version: string): number[] => version.split('.').map(Number);

/** Returns why a version cannot follow another, or undefined: it must be newer, and announce breaking changes. */
export function findVersionError(version: string, last: string, breaks: boolean): string | null {
  if (!/^\d+\.\d+\.\d+$/.test(version)) return `${version} is no version like 1.2.3`;
  const [[major = 0, minor = 0, patch = 0], [lastMajor = 0, lastMinor = 0, lastPatch = 0]] = [
    parts(version),
    parts(last),
  ];
  if ((major - lastMajor || minor - lastMinor || patch - lastPatch) <= 0) return `${version} is not newer than ${last}`;
  const toldByNumber = major > lastMajor || (lastMajor === 0 && minor > lastMinor);
  return breaks && !toldByNumber
    ? `${version} breaks programs: that takes a new ${lastMajor === 0 ? 'second' : 'first'} number`
    : null;
}

/** Returns the changelog with the unreleased changes moved under a version. */
export function releasedChangelog(changelog: string, version: string, day: string): string {
  if (sectionOf(changelog, 'Unreleased') === '') throw new Error('CHANGELOG.md has nothing under Unreleased');
  return changelog.replace('\n## [Unreleased]\n', `\n## [Unreleased]\n\n## [${version}] - ${day}\n`);
}

/** Turns the working copy into the release of this version. It does not commit. */
function release(version: string): void {
  const read = (file: string) => readFileSync(file, 'utf8');
  const files = ['package.json', 'package-lock.json'] as const;
  const [own, lock] = files.map(
    (file) => JSON.parse(read(file)) as { version: string; packages?: Record<string, object> },
  );
  if (!own || !lock) return;
  const changelog = read('CHANGELOG.md');
  const breaks = listAnnouncedBreaks(sectionOf(changelog, 'Unreleased')).length > 0;
  const refusal = findVersionError(version, own.version, breaks);
  if (refusal) throw new Error(refusal);
  const released = releasedChangelog(changelog, version, new Date().toISOString().slice(0, 10));
  const json = (file: string, value: object) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
  json('package.json', { ...own, version });
  json('package-lock.json', {
    ...lock,
    version,
    packages: { ...lock.packages, '': { ...lock.packages?.[''], version } },
  });
  writeFileSync('CHANGELOG.md', released);
  mkdirSync(RELEASED, { recursive: true });
  writeFileSync(path.join(RELEASED, 'schema.graphql'), read('schema.graphql'));
  const document = openApiDocument('Cairn', routes, createSchema());
  // The document names the version of the package when this program started.
  json(path.join(RELEASED, 'openapi.json'), { ...document, info: { ...(document['info'] as object), version } });
}

// run as a program: `npm run release -- 1.2.3`
if (import.meta.filename === process.argv[1]) {
  try {
    release(process.argv[2] ?? '');
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
