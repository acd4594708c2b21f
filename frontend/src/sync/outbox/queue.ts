// The rules of the queue, independent of a browser: which write is sent next, which one is blocked, and how an answer
// changes later ones.
import { ALL_FIELDS, type Effect, type StoredInput } from '../writes/defineWrite';

/** Why the server refused a write. */
export interface Refusal {
  code: string;
  message: string;
  /** The current object, after a conflict. */
  now?: Record<string, unknown>;
}

/** A write in the queue. IndexedDB stores it in this shape, and queues of earlier versions must stay readable. */
export interface QueuedWrite extends Effect {
  /** Its id on this device. An edited write gets a new `mutationId` when it is tried again. */
  id: string;
  operation: string;
  variables: { input: StoredInput };
  /** The id of its action, if the action has several writes. */
  action?: string;
  at: number;
  /** The name of its object at that time; empty if it was unknown. */
  title: string;
  /** A write that was sent once never changes, so that the server recognizes a repeat. */
  state: 'waiting' | 'sent' | 'refused';
  refusal?: Refusal;
  /** The writes that were blocked when it was made. They were not shown, so it does not build on their values. */
  passes?: readonly string[];
}

/** The queued writes of one person, in order. */
export type Queue = readonly QueuedWrite[];

/** The maximum number of queued writes per device. */
export const MAX_QUEUE = 500;

const shares = (a: readonly string[], b: readonly string[]): boolean => a.some((each) => b.includes(each));

const sharesFields = (a: Effect, b: Effect): boolean =>
  a.fields.includes(ALL_FIELDS) || b.fields.includes(ALL_FIELDS) || shares(a.fields, b.fields);

/** Returns whether a write needs an object that another one creates. */
const needsObjectOf = (later: Effect, earlier: Effect): boolean =>
  earlier.isNew && (shares(later.objects, earlier.objects) || shares(later.needs, earlier.objects));

/** Returns whether the later of two writes makes no sense without the earlier one. */
const dependsOn = (later: Effect & Pick<QueuedWrite, 'passes'>, earlier: QueuedWrite): boolean =>
  needsObjectOf(later, earlier) ||
  (shares(later.objects, earlier.objects) && sharesFields(later, earlier) && !later.passes?.includes(earlier.id));

/** Returns the ids of the refused writes and of those that depend on them. */
export const blocked = (queue: Queue): ReadonlySet<string> => {
  const found: QueuedWrite[] = [];
  for (const write of queue) {
    if (write.state === 'refused' || found.some((earlier) => dependsOn(write, earlier))) found.push(write);
  }
  return new Set(found.map(({ id }) => id));
};

/** Returns the write to send now: the first that is not blocked. */
export const nextToSend = (queue: Queue): QueuedWrite | undefined => {
  const isBlocked = blocked(queue);
  return queue.find(({ id }) => !isBlocked.has(id));
};

/** Returns the latest write that is not blocked. */
export const latestPending = (queue: Queue): QueuedWrite | undefined => {
  const isBlocked = blocked(queue);
  return queue.findLast(({ id }) => !isBlocked.has(id));
};

/** Returns whether a new write must queue: after all pending writes, and after a blocked one whose object it needs. */
export const mustQueue = (queue: Queue, write: Effect): boolean => {
  const isBlocked = blocked(queue);
  return queue.some((earlier) => !isBlocked.has(earlier.id) || needsObjectOf(write, earlier));
};

const withInput = (write: QueuedWrite, input: Partial<StoredInput>): QueuedWrite => ({
  ...write,
  variables: { ...write.variables, input: { ...write.variables.input, ...input } },
});

const withoutVersion = (write: QueuedWrite): QueuedWrite => {
  const { version: _version, ...input } = write.variables.input;
  return { ...write, variables: { ...write.variables, input } };
};

/** Appends a write; null if the queue is full. A write on an object that is itself queued contains no version. */
export const enqueue = (queue: Queue, write: QueuedWrite): Queue | null => {
  if (queue.length >= MAX_QUEUE) return null;
  const isOnNew = queue.some(({ isNew, objects }) => isNew && shares(objects, write.objects));
  const passes = [...blocked(queue)];
  const added = passes.length > 0 ? { ...write, passes } : write;
  return [...queue, isOnNew && write.state === 'waiting' ? withoutVersion(added) : added];
};

const change = (queue: Queue, id: string, to: (write: QueuedWrite) => QueuedWrite): Queue =>
  queue.map((write) => (write.id === id ? to(write) : write));

/** Marks a write as sent, before its first attempt. */
export const markSent = (queue: Queue, id: string): Queue =>
  change(queue, id, (write) => ({ ...write, state: 'sent' }));

/** Keeps a write that the server refused. */
export const reject = (queue: Queue, id: string, refusal: Refusal): Queue =>
  change(queue, id, (write) => ({ ...write, state: 'refused', refusal }));

/**
 * Removes a write that the server has accepted. Later writes on the same fields then use its new version, because their
 * old version would cause a conflict. Later writes on other fields keep their version, so that changes by other people
 * to those fields are noticed.
 */
export const acknowledge = (queue: Queue, id: string, versions: Readonly<Record<string, number>>): Queue => {
  const place = queue.findIndex((write) => write.id === id);
  const done = queue[place];
  if (!done) return queue;
  return queue
    .map((write, at) => {
      const [object = ''] = write.objects;
      const version = versions[object];
      const continues =
        at > place &&
        version !== undefined &&
        write.state === 'waiting' &&
        write.variables.input['version'] !== undefined &&
        sharesFields(write, done);
      return continues ? withInput(write, { version }) : write;
    })
    .filter((write) => write.id !== id);
};

/** Tries a refused write again as a new write, with an edited text or over another person's version. */
export const tryAgain = (queue: Queue, id: string, mutationId: string, input: Record<string, unknown> = {}): Queue =>
  change(queue, id, ({ refusal: _refusal, ...write }) =>
    withInput({ ...write, state: 'waiting' }, { ...input, mutationId }),
  );

/**
 * Returns a write and the later ones on the objects that it would have created, because they are discarded together.
 */
export const withDependents = (queue: Queue, id: string): readonly QueuedWrite[] => {
  const found: QueuedWrite[] = [];
  for (const write of queue) {
    if (write.id === id || found.some((each) => each.isNew && dependsOn(write, each))) found.push(write);
  }
  return found;
};

export const remove = (queue: Queue, ids: readonly string[]): Queue => queue.filter(({ id }) => !ids.includes(id));

/** Reinserts writes that were discarded from an earlier queue, in its order. Newer writes come after all of them. */
export const reinsert = (queue: Queue, writes: readonly QueuedWrite[], former: Queue): Queue => {
  const places = new Map(former.map(({ id }, place) => [id, place]));
  const placeOf = ({ id }: QueuedWrite): number => places.get(id) ?? Infinity;
  let all = queue;
  for (const write of writes) {
    if (all.some(({ id }) => id === write.id)) continue;
    const next = all.findIndex((each) => placeOf(each) > placeOf(write));
    all = all.toSpliced(next === -1 ? all.length : next, 0, write);
  }
  return all;
};
