import type { NormalizedCacheObject, Reference } from '@apollo/client';
import type { Snapshot } from './persistedCache';

type Stored = NonNullable<NormalizedCacheObject[string]>;

/** The maximum number of stored objects; beyond it, only the writing tab's own data is stored. */
const OBJECTS_MAX = 30_000;

const isNewer = (one: Stored, other: Stored): boolean =>
  typeof one.version === 'number' && typeof other.version === 'number' && one.version > other.version;

/** A list in the form of the cache. */
interface StoredList {
  nodes: readonly Reference[];
  pageInfo?: object;
}

const isList = (value: unknown): value is StoredList =>
  typeof value === 'object' && value !== null && 'nodes' in value && Array.isArray(value.nodes);

/**
 * Merges two known values of a field. A list may have been requested only for its first rows, or for its count, which
 * does not replace the rest.
 */
const mergeField = (before: unknown, later: unknown): unknown => {
  if (!isList(before) || typeof later !== 'object' || later === null) return later;
  if (!isList(later)) return { ...before, ...later };
  if (later.pageInfo || !before.pageInfo) return later;
  const first = new Set(later.nodes.map((node) => node.__ref));
  return { ...before, ...later, nodes: [...later.nodes, ...before.nodes.filter((node) => !first.has(node.__ref))] };
};

const mergeFields = (before: Stored, later: Stored): Stored => {
  const merged: Stored = { ...before };
  for (const [name, value] of Object.entries(later)) {
    merged[name] = name in before ? (mergeField(before[name], value) as Stored[string]) : value;
  }
  return merged;
};

/** Returns the project of an object, or the object if it is a project. */
const projectOf = (id: string, stored: Stored | undefined): string | undefined => {
  if (id.startsWith('Project:')) return id.slice('Project:'.length);
  return typeof stored?.projectId === 'string' ? stored.projectId : undefined;
};

/**
 * Merges the data of a tab into the stored data: each tab knows the pages that were opened in it, and the device stores
 * all of them. Removes objects that the tab has seen deleted (`gone`), and projects of which the person is no longer a
 * member. Data of another person, or of another epoch of the database, is dropped completely.
 */
export const merge = (kept: Snapshot | undefined, known: Snapshot, gone: Iterable<string> = []): Snapshot => {
  if (kept?.userId !== known.userId || kept.epoch !== known.epoch) return known;
  const cache = { ...kept.cache };
  for (const id of gone) delete cache[id];
  const isIn = new Set(known.positions.map(({ projectId }) => projectId));
  for (const [id, stored] of Object.entries(cache)) {
    const projectId = projectOf(id, stored);
    if (projectId !== undefined && !isIn.has(projectId)) delete cache[id];
  }
  for (const [id, stored] of Object.entries(known.cache)) {
    const before = cache[id];
    if (!before || !stored) cache[id] = stored;
    else cache[id] = isNewer(before, stored) ? mergeFields(stored, before) : mergeFields(before, stored);
  }
  return Object.keys(cache).length > OBJECTS_MAX ? known : { ...known, cache };
};
