import type { ChangeSetName } from '../client/acts';
import type { ActWords } from '../../texts/undo';

/** Something that was done, and can be undone; or was undone, and can be done again. */
export interface StackedAct extends ActWords {
  id: string;
  sets: readonly ChangeSetName[];
}

/** What one did and undid last, the latest at the end. */
export interface Stacks {
  done: readonly StackedAct[];
  undone: readonly StackedAct[];
}

/** So many acts are kept. */
export const KEPT = 50;
const PREFIX = 'undo:';
const NOTHING: Stacks = { done: [], undone: [] };

const isList = (value: unknown): value is readonly StackedAct[] =>
  Array.isArray(value) &&
  value.every(
    (act: Partial<StackedAct> | null) =>
      typeof act?.id === 'string' && typeof act.words === 'string' && Array.isArray(act.sets),
  );

/** The stacks of an account on this device, which all its tabs share. Without a storage there is nothing to undo. */
export const readStacks = (userId: string): Stacks => {
  try {
    const kept = JSON.parse(localStorage.getItem(PREFIX + userId) ?? 'null') as Partial<Stacks> | null;
    return isList(kept?.done) && isList(kept.undone) ? { done: kept.done, undone: kept.undone } : NOTHING;
  } catch {
    return NOTHING;
  }
};

const writeStacks = (userId: string, { done, undone }: Stacks): void => {
  try {
    localStorage.setItem(PREFIX + userId, JSON.stringify({ done: done.slice(-KEPT), undone: undone.slice(-KEPT) }));
  } catch {
    // Nothing better can be done with a full storage.
  }
};

/** Forgets the stacks of all accounts but this one. */
export const forgetStacks = (but?: string): void => {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(PREFIX) && key !== PREFIX + but) localStorage.removeItem(key);
    }
  } catch {
    // As above.
  }
};

const without = (list: readonly StackedAct[], id: string): readonly StackedAct[] => list.filter((act) => act.id !== id);

/** Something new was done: what was undone before cannot be done again. What belongs to one act comes together. */
export const pushDone = (userId: string, act: StackedAct): void => {
  const { done } = readStacks(userId);
  const earlier = done.find(({ id }) => id === act.id);
  const whole = earlier ? { ...act, sets: [...earlier.sets, ...act.sets] } : act;
  writeStacks(userId, { done: [...without(done, act.id), whole], undone: [] });
};

/** An act that was undone, or done again, goes over to the other stack, by what that has left. */
export const turn = (userId: string, from: keyof Stacks, act: StackedAct, sets: StackedAct['sets']): void => {
  const stacks = readStacks(userId);
  const to = from === 'done' ? 'undone' : 'done';
  const left = { [from]: without(stacks[from], act.id), [to]: [...without(stacks[to], act.id), { ...act, sets }] };
  writeStacks(userId, { ...stacks, ...left });
};

/** An act that cannot be undone any more is in nobody's way. */
export const dropAct = (userId: string, id: string): void => {
  const { done, undone } = readStacks(userId);
  writeStacks(userId, { done: without(done, id), undone: without(undone, id) });
};
