import type { ApolloCache, TypedDocumentNode } from '@apollo/client';
import type { CurrentUserFragment } from '../../features/account/session/CurrentUser.generated';

/** The author of a write (null if not known yet), its time, and whether it is queued on this device or being sent. */
export interface WriteMeta {
  me: CurrentUserFragment | null;
  at: string;
  isQueued: boolean;
}

/** The objects and fields that a write affects. They determine the order of queued writes. */
export interface Effect {
  /** The objects that it creates or changes. */
  objects: readonly string[];
  /** The objects that must exist before the write. */
  needs: readonly string[];
  /** The fields that it changes. */
  fields: readonly string[];
  /** Whether it creates its objects. */
  isNew: boolean;
}

/** In `Effect.fields`: all fields of the object. */
export const ALL_FIELDS = '*';

/** Returns the effect of a write that changes these fields of objects, by default all. */
export const affectObjects = (objects: readonly string[], fields: readonly string[] = [ALL_FIELDS]): Effect => ({
  objects,
  needs: [],
  fields,
  isNew: false,
});

type Id = string | null | undefined;

/** Returns the effect of a write that creates objects and needs others. */
export const affectNewObjects = (created: readonly { id?: Id }[], needs: readonly Id[] = []): Effect => ({
  objects: created.flatMap(({ id }) => id || []),
  needs: needs.flatMap((id) => id || []),
  fields: [ALL_FIELDS],
  isNew: true,
});

interface QueueOptions<Data, In> {
  effect: (input: In) => Effect;
  /** Returns the name of its object, if it is in the cache. */
  title: (cache: ApolloCache, input: In) => string | undefined;
  /** The versions of its objects in the answer, if later writes need them. */
  versions?: (data: Data, cache: ApolloCache) => Record<string, number>;
  /** Whether a NOT_FOUND means that nothing is left to do. */
  isDoneWhenGone?: boolean;
  /** The field with text that its author can edit after a refusal. */
  editable?: (input: In) => (keyof In & string) | undefined;
}

/** One write of the app, defined once: for sending, for queueing, and for other tabs. */
export interface Write<Data, In extends object> {
  document: TypedDocumentNode<Data, { input: In }>;
  /** Writes with the same key are sent one after another. */
  serialize?: (input: In, cache: ApolloCache) => string | undefined;
  /**
   * The optimistic update. Apollo repeats it on every change below its layer, and once over the write's own answer, so it must
   * be idempotent. Absent if only the server knows what changes.
   */
  show?: (layer: ApolloCache, input: In, meta: WriteMeta) => void;
  /** Cache ids of the objects that `show` hides. They stay in the cache, because a refusal shows them again. */
  hides?: (input: In) => readonly string[];
  /** Adds the answer, whose objects are in the cache, to lists and counts, in this tab and in others. */
  apply: (cache: ApolloCache, data: Data, input: In) => void;
}

/** The input of a queued write, as the device stores it. */
export type StoredInput = Record<string, unknown> & { mutationId: string };

/** A write that can wait for a connection. It must be listed in `app/writes.ts`. */
export interface QueueableWrite<Data = unknown, In extends object = StoredInput> extends Write<Data, In> {
  show: NonNullable<Write<Data, In>['show']>;
  queue: QueueOptions<Data, In>;
}

interface DefineWrite {
  <Data, In extends object>(write: QueueableWrite<Data, In>): QueueableWrite<Data, In>;
  <Data, In extends object>(write: Write<Data, In>): Write<Data, In>;
}

export const defineWrite: DefineWrite = <Definition>(write: Definition): Definition => write;

/** Extends a write's optimistic update in a later module. */
export const extendOptimisticUpdate = <Data, In extends object>(
  write: QueueableWrite<Data, In>,
  more: QueueableWrite<Data, In>['show'],
): QueueableWrite<Data, In> => ({
  ...write,
  show: (layer, input, meta) => {
    write.show(layer, input, meta);
    more(layer, input, meta);
  },
});

/** Finds a write by the name of its operation; another version of the app may have queued writes that this one lacks. */
export type FindWrite = (name: string | undefined) => QueueableWrite | undefined;

export const findWriteIn =
  (writes: Readonly<Record<string, { queue: object }>>): FindWrite =>
  (name) =>
    name !== undefined && Object.hasOwn(writes, name) ? (writes[name] as object as QueueableWrite) : undefined;
