import type { ApolloClient } from '@apollo/client';
import type { UndoConflict } from '@contract/undo';
import { UNDO } from '@contract/limits';
import { giveActsTo, type ChangeSetName } from '../client/acts';
import { errorText, toAppError } from '../client/errors';
import { newId } from '../client/mutationId';
import { getToken, subscribeToToken } from '../../features/account/session/token';
import { undoTexts } from '../../texts/undo';
import { notify } from '../../ui/notify';
import { describeAct } from './actWords';
import { UndoDocument } from './Undo.generated';
import { dropAct, forgetStacks, pushDone, readStacks, turn, type StackedAct, type Stacks } from './undoStack';

interface Undoing {
  client: ApolloClient;
  userId: string;
  /** Does this tab hear of changes by itself? */
  isLive: () => boolean;
}

type Conflict = UndoConflict & { by: { id: string; name: string } | null };

/** After these it may be tried again; after all others it would fail alike. */
const PASSING: readonly string[] = ['NETWORK', 'RATE_LIMITED', 'UNAVAILABLE', 'INTERNAL', 'UNKNOWN', 'UNAUTHENTICATED'];

/** What the server says stands in the way. */
const conflictsOf = (error: unknown): readonly Conflict[] => {
  const { errors } = error as { errors?: readonly { extensions?: { data?: { conflicts?: Conflict[] } } }[] };
  return errors?.[0]?.extensions?.data?.conflicts ?? [];
};

const CHECKLIST_ITEM = 'checklist_item';

const conflictText = ({ entity, field, mine, now, by }: Conflict, viewerId: string): string => {
  const { conflict, field: fieldText, somebody, you } = undoTexts;
  const who = by?.id === viewerId ? you : (by?.name ?? somebody);
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
  return code === 'FORBIDDEN' ? message : errorText(error);
};

/** What one command takes; of a longer act the latest come first. */
const inParts = (sets: readonly ChangeSetName[]): ChangeSetName[][] => {
  const latest = sets.toReversed().map(({ projectId, revision }) => ({ projectId, revision }));
  return Array.from({ length: Math.ceil(latest.length / UNDO.acts) }, (_, at) =>
    latest.slice(at * UNDO.acts, (at + 1) * UNDO.acts),
  );
};

let present: Undoing | null = null;
/** Takes back what was done last and is not sent yet; answers whether there is such. */
let takeUnsent = (): boolean => false;
/** One after another: each builds on what the one before has left. */
let last: Promise<unknown> = Promise.resolve();

const send = async ({ client, isLive }: Undoing, sets: readonly ChangeSetName[]): Promise<ChangeSetName[]> => {
  const left: ChangeSetName[] = [];
  for (const acts of inParts(sets)) {
    const { data } = await client.mutate({
      mutation: UndoDocument,
      variables: { input: { acts, mutationId: newId() } },
      fetchPolicy: 'no-cache',
    });
    left.push(...(data?.undo?.revisions ?? []));
  }
  // What has changed comes by the feed; without it, it is asked for.
  if (!isLive()) void client.refetchQueries({ include: 'active' });
  return left;
};

const take = async (from: keyof Stacks, id?: string): Promise<void> => {
  if (!present) return;
  const undoing = present;
  const { userId } = undoing;
  // What waits was done after all that is on the stack.
  if (from === 'done' && id === undefined && takeUnsent()) return;
  const stack = readStacks(userId)[from];
  const act: StackedAct | undefined = id === undefined ? stack.at(-1) : stack.find((each) => each.id === id);
  if (!act) return void notify.info(undoTexts.nothing[from]);
  try {
    turn(userId, from, act, await send(undoing, act.sets));
    const back = from === 'done' ? undoTexts.redo : undoTexts.undo;
    const other = from === 'done' ? 'undone' : 'done';
    const action = { label: back, onPress: () => void inTurn(other, act.id) };
    notify.success(undoTexts.done[from](act), { action });
  } catch (error) {
    const { code } = toAppError(error);
    if (!PASSING.includes(code)) dropAct(userId, act.id);
    // An ended sign-in says its own words.
    if (code !== 'UNAUTHENTICATED') notify.error(undoTexts.refused[from](act, reasonOf(error, userId)));
  }
};

const inTurn = (from: keyof Stacks, id?: string): Promise<void> => {
  const turned = last.then(() => take(from, id));
  last = turned.catch(() => undefined);
  return turned;
};

/** Where writes wait for a connection, the last of them is taken back before what was sent earlier. */
export const undoUnsentBy = (take: () => boolean): void => {
  takeUnsent = take;
};

/** Takes back what one did last. */
export const undoLast = (): void => void inTurn('done');
/** Does again what one has undone last. */
export const redoLast = (): void => void inTurn('undone');

/** Keeps what somebody does here, so that it can be undone, as long as they are signed in. Answers how to stop. */
export const startUndo = (undoing: Undoing): (() => void) => {
  const { client, userId } = undoing;
  present = undoing;
  forgetStacks(userId);
  const stop = giveActsTo({
    hear: (act) => {
      const words = describeAct(client.cache, userId, act);
      if (words !== null) pushDone(userId, { id: act.id, ...words, sets: act.sets });
    },
    undo: (id) => void inTurn('done', id),
  });
  const unsubscribe = subscribeToToken(() => {
    if (getToken() === null) forgetStacks();
  });
  return () => {
    stop();
    unsubscribe();
    present = null;
  };
};
