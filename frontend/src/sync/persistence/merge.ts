import type { NormalizedCacheObject, Reference } from '@apollo/client';
import type { Snapshot } from './persistedCache';

type Stored = NonNullable<NormalizedCacheObject[string]>;

/** The maximum number of stored objects; beyond it, only the writing tab's own data is stored. */
const OBJECTS_MAX = 30_000;

const isNewer = (one: Stored, other: Stored): boolean =>
  typeof one.version === 'number' && typeof other.version === 'number' && one.version > other.version;

/** A list as the cache stores it. */
interface StoredList {
  nodes: readonly Reference[];
  pageInfo?: object;
}

const isList = (value: unknown): value is StoredList =>
  typeof value === 'object' && value !== null && 'nodes' in value && Array.isArray(value.nodes);

/**
 * The same field, known twice. A list may have been asked for its first rows alone, or for its count: that does not drive out
 * the rest of it.
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

/** The project of an object, or the object if it is a project. */
const projectOf = (id: string, stored: Stored | undefined): string | undefined => {
  if (id.startsWith('Project:')) return id.slice('Project:'.length);
  return typeof stored?.projectId === 'string' ? stored.projectId : undefined;
};

/**
 * What was kept, with what a tab knows laid over it: each tab knows the pages that were opened in it, and the device keeps
 * all of them. Of what the tab has seen go (`gone`), and of projects that one is no longer in, nothing stays. What belongs to
 * another person, or to another epoch of the database, is dropped as a whole.
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
