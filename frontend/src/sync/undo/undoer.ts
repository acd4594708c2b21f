import type { ApolloClient } from '@apollo/client';
import type { UndoConflict } from '@contract/undo';
import { UNDO } from '@contract/limits';
import { setUndoHandler, undoButton, type ChangeSetName } from '../client/undoableActions';
import { errorText, toAppError } from '../client/errors';
import { ownWrites } from '../client/requestTracking';
import { getToken, subscribeToToken } from '../../features/account/session/token';
import { undoTexts } from '../../texts/undo';
import { refusalText } from '../../lib/reasonWords';
import { notify } from '../../ui/notify';
import { toActionArgs } from './actionArgs';
import { UndoDocument } from './Undo.generated';
import {
  dropAction,
  clearStacks,
  oppositeStack,
  pushDone,
  readStacks,
  moveBetweenStacks,
  type StackedAction,
  type Stacks,
} from './undoStack';

interface Undoing {
  client: ApolloClient;
  userId: string;
  /** Returns whether this tab receives changes from the feed. */
  isLive: () => boolean;
  /** Discards the latest queued write, which is newer than all sent ones; returns whether there was one. */
  discardLatest: () => boolean;
}

type Conflict = UndoConflict & { by: { id: string; name: string } | null };

/** Errors after which undo may be tried again. */
const TEMPORARY: readonly string[] = [
  'NETWORK',
  'RATE_LIMITED',
  'UNAVAILABLE',
  'INTERNAL',
  'UNKNOWN',
  'UNAUTHENTICATED',
];

/** Returns the conflicts of a refusal. */
const conflictsOf = (error: unknown): readonly Conflict[] => {
  const { errors } = error as { errors?: readonly { extensions?: { data?: { conflicts?: Conflict[] } } }[] };
  return errors?.[0]?.extensions?.data?.conflicts ?? [];
};

const CHECKLIST_ITEM = 'checklist_item';

const conflictText = ({ entity, field, mine, now, by }: Conflict, viewerId: string): string => {
  const { conflict, field: fieldText, someone, you } = undoTexts;
  const who = by?.id === viewerId ? you : (by?.name ?? someone);
  if (field === 'deletedAt') return now === null ? conflict.back(who) : conflict.deleted(who);
  const isAdded = mine === null && now !== null;
  if (isAdded && entity === 'comment') return conflict.commented(who);
  if (isAdded && entity === CHECKLIST_ITEM) return conflict.listed(who);
  if (isAdded && entity === 'member') return conflict.members;
  if (isAdded && entity === 'task' && field === 'title') return conflict.tasks(who);
  if (isAdded && entity === 'task' && field === 'assigneeId') return conflict.given(who);
  return conflict.field(who, entity === CHECKLIST_ITEM ? undoTexts.item : fieldText(field));
};

const reasonOf = (error: unknown, viewerId: string): string => {
  const { code, message } = toAppError(error);
  const [first] = conflictsOf(error);
  if (first) return conflictText(first, viewerId);
  if (code === 'NETWORK') return undoTexts.offline;
  if (code === 'NOT_FOUND') return undoTexts.gone;
  const isForbidden = code === 'FORBIDDEN';
  return (isForbidden && refusalText(message, undefined)) || errorText(error);
};

let present: Undoing | null = null;
/** Each undo waits for the previous one, because it needs its change sets. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Returns the id of an undo. The id is derived from the change sets, each of which is undone only once. The server
 * therefore recognizes an undo that got no answer and is sent again after a reload or by another tab.
 */
const undoId = (acts: readonly ChangeSetName[]): string => {
  const last = acts.at(-1);
  return `undo:${last?.projectId}:${last?.revision}:${acts.length}`;
};

/** Undoes the latest change sets, as many as one command can. Returns those of the undo, and the ones that are left. */
const undoPart = async ({ client }: Undoing, sets: readonly ChangeSetName[]) => {
  if (sets.length === 0) return { made: [], left: [] };
  const acts = sets.slice(-UNDO.acts).map(({ projectId, revision }) => ({ projectId, revision }));
  const { data } = await client.mutate({
    mutation: UndoDocument,
    variables: { input: { acts, mutationId: undoId(acts) } },
    fetchPolicy: 'no-cache',
  });
  return { made: data?.undo?.revisions ?? [], left: sets.slice(0, -UNDO.acts) };
};

/** Undoes an action. If it takes several commands, the stacks always have what is done and what is left. */
const undoAction = async (undoing: Undoing, from: keyof Stacks, action: StackedAction): Promise<void> => {
  let { sets } = action;
  do {
    const { made, left } = await undoPart(undoing, sets);
    moveBetweenStacks(undoing.userId, from, action, made, left);
    sets = left;
  } while (sets.length > 0);
};

/** Drops an action that cannot be undone as a whole, and redoes the parts that were already undone. */
const dropPartlyUndone = async (undoing: Undoing, from: keyof Stacks, { id }: StackedAction): Promise<void> => {
  let sets = readStacks(undoing.userId)[oppositeStack(from)].find((each) => each.id === id)?.sets ?? [];
  dropAction(undoing.userId, id);
  while (sets.length > 0) sets = (await undoPart(undoing, sets)).left;
};

/** The feed brings the changes; without it, they are refetched. */
const refetchUnlessLive = ({ client, isLive }: Undoing): void => {
  if (!isLive()) void client.refetchQueries({ include: 'active' });
};

const undoOrRedo = async (from: keyof Stacks, id?: string): Promise<void> => {
  if (!present) return;
  const undoing = present;
  const { userId } = undoing;
  // The last action may not have an answer yet, so its change sets are unknown. Waits until it is answered or queued.
  if (id === undefined) for (let writes = ownWrites(); writes; writes = ownWrites()) await writes;
  if (present !== undoing) return;
  if (from === 'done' && id === undefined && undoing.discardLatest()) return;
  const stack = readStacks(userId)[from];
  const action: StackedAction | undefined = id === undefined ? stack.at(-1) : stack.find((each) => each.id === id);
  if (!action) return void notify.info(undoTexts.nothing[from]);
  /** Closes the message of an action that was undone by keys: its Undo button would find nothing to undo. */
  const closeMessage = (): void => {
    const toast = id === undefined && undoButton(action.id)?.action.toast;
    if (toast) notify.dismiss(toast);
  };
  try {
    await undoAction(undoing, from, action);
    closeMessage();
    refetchUnlessLive(undoing);
    const back = from === 'done' ? undoTexts.redo : undoTexts.undo;
    const button = { label: back, onPress: () => void runSerially(oppositeStack(from), action.id) };
    // Replaces the message of the previous undo or redo, whose button may find nothing either.
    notify.success(undoTexts.done[from](action), { action: button, id: 'undo' });
  } catch (error) {
    const { code } = toAppError(error);
    if (!TEMPORARY.includes(code)) {
      await dropPartlyUndone(undoing, from, action).catch(() => undefined);
      closeMessage();
      refetchUnlessLive(undoing);
    }
    // An ended session reports itself.
    if (code !== 'UNAUTHENTICATED') notify.error(undoTexts.refused[from](action, reasonOf(error, userId)));
  }
};

const runSerially = (from: keyof Stacks, id?: string): Promise<void> => {
  const turned = last.then(() => undoOrRedo(from, id));
  last = turned.catch(() => undefined);
  return turned;
};

export const undoLast = (): void => void runSerially('done');
export const redoLast = (): void => void runSerially('undone');

/** Stores the viewer's actions, so that they can be undone, until they sign out. Returns a function that stops this. */
export const startUndo = (undoing: Undoing): (() => void) => {
  const { client, userId } = undoing;
  present = undoing;
  clearStacks(userId);
  const stop = setUndoHandler({
    add: (action) => {
      const { id, operation, sets } = action;
      const args = toActionArgs(client.cache, userId, action);
      if (args !== null) pushDone(userId, { id, operation, args, sets });
    },
    undo: (id) => void runSerially('done', id),
  });
  const unsubscribe = subscribeToToken(() => {
    if (getToken() === null) clearStacks();
  });
  return () => {
    stop();
    unsubscribe();
    present = null;
  };
};
