import { readStoredJson, removeStored, writeStoredJson } from '../../lib/storage';
import type { ActionArgs } from '../../texts/writes';
import type { ChangeSetName } from '../client/undoableActions';
import { getFeedPositions } from '../feed/positions';

/**
 * An action that can be undone or redone. It is stored without text, which the app composes later in its current
 * language.
 */
export interface StackedAction {
  id: string;
  operation: string;
  args: ActionArgs;
  sets: readonly ChangeSetName[];
}

/** The latest done and undone actions, the most recent at the end. */
export interface Stacks {
  done: readonly StackedAction[];
  undone: readonly StackedAction[];
}

/** How many actions are stored. */
export const MAX_STACK = 50;

/** Parses an action. Version 0.3 stored text instead of the operation; such actions are described in general terms. */
const toAction = (value: unknown): StackedAction | null => {
  const { id, operation, args, sets } = (value ?? {}) as Partial<Record<keyof StackedAction, unknown>>;
  if (typeof id !== 'string' || !Array.isArray(sets)) return null;
  const isKnown = typeof operation === 'string' && typeof args === 'object' && args !== null;
  return isKnown
    ? { id, operation, args, sets: sets as ChangeSetName[] }
    : { id, operation: '', args: {}, sets: sets as ChangeSetName[] };
};

const toStack = (value: unknown): readonly StackedAction[] =>
  Array.isArray(value) ? value.flatMap((each) => toAction(each) ?? []) : [];

/** The epoch of the database, in which a revision names one change set; null before the feed has started. */
const readEpoch = (): string | null => getFeedPositions()?.epoch ?? null;

/** The stacks with their epoch, which earlier versions did not store. */
type StoredStacks = Partial<Stacks> & { epoch?: string | null };

const readStoredStacks = (userId: string): StoredStacks | null =>
  readStoredJson(`undo:${userId}`) as StoredStacks | null;

/** Returns the stacks of an account on this device, which all tabs share. Those of another epoch are empty. */
export const readStacks = (userId: string): Stacks => {
  const stored = readStoredStacks(userId);
  const epoch = readEpoch();
  if (stored?.epoch && epoch !== null && stored.epoch !== epoch) return { done: [], undone: [] };
  return { done: toStack(stored?.done), undone: toStack(stored?.undone) };
};

const writeStacks = (userId: string, { done, undone }: Stacks): void =>
  writeStoredJson(`undo:${userId}`, {
    done: done.slice(-MAX_STACK),
    undone: undone.slice(-MAX_STACK),
    // The epoch is unknown until the feed starts. The stored one is kept until then.
    epoch: readEpoch() ?? readStoredStacks(userId)?.epoch,
  });

/** Removes the stacks of all accounts but this one. */
export const clearStacks = (but?: string): void => removeStored('undo:', but);

const without = (list: readonly StackedAction[], id: string): readonly StackedAction[] =>
  list.filter((action) => action.id !== id);

/** Adds the counts of two writes of one action. If the writes differ, the later one describes the action. */
const merge = (earlier: StackedAction, later: StackedAction): StackedAction => {
  const sets = [...earlier.sets, ...later.sets];
  const [before, after] = [earlier.args.count, later.args.count];
  if (before === undefined || after === undefined) return { ...later, sets };
  return { ...later, args: { ...later.args, count: before + after }, sets };
};

/** Adds an action, or a further write of the same one. Nothing can be redone after that. */
export const pushDone = (userId: string, action: StackedAction): void => {
  const { done } = readStacks(userId);
  const earlier = done.find(({ id }) => id === action.id);
  const whole = earlier ? merge(earlier, action) : action;
  writeStacks(userId, { done: [...without(done, action.id), whole], undone: [] });
};

export const oppositeStack = (from: keyof Stacks): keyof Stacks => (from === 'done' ? 'undone' : 'done');

/**
 * Moves an action to the other stack, with the change sets of its undo or redo. The sets in `left` are not undone yet: their
 * part of the action stays.
 */
export const moveBetweenStacks = (
  userId: string,
  from: keyof Stacks,
  action: StackedAction,
  sets: StackedAction['sets'],
  left: StackedAction['sets'] = [],
): void => {
  const stacks = readStacks(userId);
  const { id } = action;
  const to = oppositeStack(from);
  const earlier = stacks[to].find((each) => each.id === id)?.sets ?? [];
  const next = {
    [from]: stacks[from].flatMap((each) => (each.id !== id ? each : left.length > 0 ? { ...each, sets: left } : [])),
    [to]: [...without(stacks[to], id), { ...action, sets: [...earlier, ...sets] }],
  };
  writeStacks(userId, { ...stacks, ...next });
};

/** Removes an action that can no longer be undone. */
export const dropAction = (userId: string, id: string): void => {
  const { done, undone } = readStacks(userId);
  writeStacks(userId, { done: without(done, id), undone: without(undone, id) });
};
