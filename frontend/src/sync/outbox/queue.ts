/*
 * The rules of what waits on this device, without a browser: which write is sent next, which one waits with another, and
 * what an answer means for those behind it.
 */

/** What a write sends: the one `input` of its operation. */
export type Input = Record<string, unknown> & { mutationId: string };

/** Why the server did not take a write. */
export interface Refusal {
  code: string;
  /** In words for people. */
  message: string;
  /** The object as it is now, where somebody else has changed the same. */
  now?: Record<string, unknown>;
}

/** What an operation does, as far as the order of writes depends on it. */
export interface Effect {
  /** The objects that it makes or changes. */
  objects: readonly string[];
  /** Those that must be there for it. */
  needs: readonly string[];
  /** What it changes of them. */
  fields: readonly string[];
  /** It makes its object. */
  isNew: boolean;
}

/** One write that waits: what is sent, what people read of it, and how far it is. */
export interface Write extends Effect {
  /** Its name on this device; the `mutationId` is another one when it is tried again in other words. */
  id: string;
  operation: string;
  variables: { input: Input };
  /** When it was made. */
  at: number;
  /** What it is about, as it was called then. */
  title: string;
  /** Once sent it is frozen: sent again, it is the same to the byte, so that the server does it once. */
  state: 'waiting' | 'sent' | 'refused';
  refusal?: Refusal;
}

/** Everything of one person that waits, in order. */
export type Queue = readonly Write[];

/** The most writes that wait on one device. */
export const MOST = 500;

/** Stands for all fields of an object. */
export const ALL = '*';

const shares = (a: readonly string[], b: readonly string[]): boolean => a.some((each) => b.includes(each));

const sharesFields = (a: Effect, b: Effect): boolean =>
  a.fields.includes(ALL) || b.fields.includes(ALL) || shares(a.fields, b.fields);

/** Does the later of two writes make no sense without the earlier? */
const dependsOn = (later: Effect, earlier: Effect): boolean =>
  (shares(later.objects, earlier.objects) && (earlier.isNew || sharesFields(later, earlier))) ||
  (earlier.isNew && shares(later.needs, earlier.objects));

/** The writes that were refused, and those that wait with them. */
export const stuck = (queue: Queue): ReadonlySet<string> => {
  const found: Write[] = [];
  for (const write of queue) {
    if (write.state === 'refused' || found.some((earlier) => dependsOn(write, earlier))) found.push(write);
  }
  return new Set(found.map(({ id }) => id));
};

/** The write to be sent now: the first that nothing holds. */
export const nextOf = (queue: Queue): Write | undefined => {
  const held = stuck(queue);
  return queue.find(({ id }) => !held.has(id));
};

/** What was done last of all that waits. What was not taken, and what that holds, lets later writes pass: those came after it. */
export const latestOf = (queue: Queue): Write | undefined => {
  const held = stuck(queue);
  return queue.findLast(({ id }) => !held.has(id));
};

/** Must a new write wait for its turn? Behind all that will be sent, and with what was refused if it depends on that. */
export const mustWait = (queue: Queue, write: Effect): boolean => {
  const held = stuck(queue);
  return queue.some((earlier) => !held.has(earlier.id) || dependsOn(write, earlier));
};

const withInput = (write: Write, input: Partial<Input>): Write => ({
  ...write,
  variables: { ...write.variables, input: { ...write.variables.input, ...input } },
});

const withoutVersion = (write: Write): Write => {
  const { version: _version, ...input } = write.variables.input;
  return { ...write, variables: { ...write.variables, input } };
};

/** Puts a write at the end; null when there is no room. One on an object that itself waits to be made carries no version. */
export const join = (queue: Queue, write: Write): Queue | null => {
  if (queue.length >= MOST) return null;
  const isOnNew = queue.some(({ isNew, objects }) => isNew && shares(objects, write.objects));
  return [...queue, isOnNew && write.state === 'waiting' ? withoutVersion(write) : write];
};

const change = (queue: Queue, id: string, to: (write: Write) => Write): Queue =>
  queue.map((write) => (write.id === id ? to(write) : write));

/** It is about to be sent for the first time, as it is now. */
export const freeze = (queue: Queue, id: string): Queue => change(queue, id, (write) => ({ ...write, state: 'sent' }));

/** The server has not taken it. */
export const refuse = (queue: Queue, id: string, refusal: Refusal): Queue =>
  change(queue, id, (write) => ({ ...write, state: 'refused', refusal }));

/**
 * The server has done it, and its objects have these versions by it. Those behind it that change the same of an object go
 * on from there: from the version they were made of it would look like somebody else's change. Those that change something
 * else keep the version they were made from, so that what others did to that is seen.
 */
export const answer = (queue: Queue, id: string, versions: Readonly<Record<string, number>>): Queue => {
  const done = queue.find((write) => write.id === id);
  if (!done) return queue;
  return queue
    .filter((write) => write !== done)
    .map((write) => {
      const [object = ''] = write.objects;
      const version = versions[object];
      const goesOn =
        version !== undefined &&
        write.state === 'waiting' &&
        write.variables.input['version'] !== undefined &&
        sharesFields(write, done);
      return goesOn ? withInput(write, { version }) : write;
    });
};

/** Tries a refused write again: another write to the server, in other words or over what others have written. */
export const tryAgain = (queue: Queue, id: string, mutationId: string, input: Record<string, unknown> = {}): Queue =>
  change(queue, id, ({ refusal: _refusal, ...write }) =>
    withInput({ ...write, state: 'waiting' }, { ...input, mutationId }),
  );

/** What goes when a write is taken back: itself, and what was done to the object that it would have made. */
export const withDependents = (queue: Queue, id: string): readonly Write[] => {
  const gone: Write[] = [];
  for (const write of queue) {
    if (write.id === id || gone.some((each) => each.isNew && dependsOn(write, each))) gone.push(write);
  }
  return gone;
};

/** Takes writes out. */
export const remove = (queue: Queue, ids: readonly string[]): Queue => queue.filter(({ id }) => !ids.includes(id));

/** Puts writes back that were taken out, each before those that were made after it. */
export const putBack = (queue: Queue, writes: readonly Write[]): Queue => {
  let all = queue;
  for (const write of writes) {
    if (all.some(({ id }) => id === write.id)) continue;
    const next = all.findIndex(({ at }) => at > write.at);
    all = all.toSpliced(next === -1 ? all.length : next, 0, write);
  }
  return all;
};
