import type { ApolloClient, ApolloLink } from '@apollo/client';
import { UNDO } from '@contract/limits';
import { OperationTypeNode } from 'graphql';
import { Subject } from 'rxjs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { notify } from '../../ui/notify';
import { trackMutations } from '../client/requestTracking';
import { pushDone, readStacks } from './undoStack';
import { redoLast, startUndo, undoLast } from './undoer';

vi.mock('../../ui/notify', () => ({
  notify: { error: vi.fn<() => void>(), success: vi.fn<() => void>(), info: vi.fn<() => void>() },
}));

interface Act {
  projectId: string;
  revision: number;
}

/** A server that undoes each change set by one with the negative revision, or answers with an error. */
const sent: { acts: Act[]; mutationId: string }[] = [];
let refusals: (Error | null)[] = [];
const client = {
  mutate: ({ variables: { input } }: { variables: { input: { acts: Act[]; mutationId: string } } }) => {
    sent.push(input);
    const refusal = refusals.shift();
    if (refusal) return Promise.reject(refusal);
    const revisions = input.acts.map(({ projectId, revision }) => ({ projectId, revision: -revision }));
    return Promise.resolve({ data: { undo: { revisions } } });
  },
} as unknown as ApolloClient;

const noAnswer = (): Error => new TypeError('Failed to fetch');
const refused = (code = 'CONFLICT'): Error => Object.assign(new Error('no'), { errors: [{ extensions: { code } }] });

const COUNT = UNDO.acts + 20;
const sets = (): Act[] => Array.from({ length: COUNT }, (_, at) => ({ projectId: 'p', revision: at + 1 }));
const counts = (): number[] => sent.map(({ acts }) => acts.length);
const stacks = (): number[][] => {
  const { done, undone } = readStacks('mara');
  return [done, undone].map((stack) => stack.map((action) => action.sets.length));
};

let stop: () => void;
beforeEach(() => {
  localStorage.clear();
  sent.length = 0;
  refusals = [];
  stop = startUndo({ client, userId: 'mara', isLive: () => true, discardLatest: () => false });
  pushDone('mara', { id: 'a', operation: 'BulkRun', args: {}, sets: sets() });
});
afterEach(() => {
  stop();
  vi.clearAllMocks();
});
const PATIENCE = { timeout: 10_000 };
const once = async (message: 'success' | 'error'): Promise<void> => {
  await expect.poll(() => vi.mocked(notify[message]).mock.calls, PATIENCE).toHaveLength(1);
};

it('undoes the last change sets first, and continues after a lost answer without repeating any', async () => {
  refusals = [null, noAnswer()];
  undoLast();
  await once('error');
  expect(counts()).toEqual([UNDO.acts, 20]);
  expect(sent[0]?.acts.at(-1)).toEqual({ projectId: 'p', revision: COUNT });
  expect(stacks()).toEqual([[20], [UNDO.acts]]);
  undoLast();
  await once('success');
  expect(sent[2]).toEqual(sent[1]);
  expect(stacks()).toEqual([[], [COUNT]]);
  redoLast();
  await expect.poll(() => stacks(), PATIENCE).toEqual([[COUNT], []]);
});

it('waits for the answer to the latest action, and undoes that one instead of the previous one', async () => {
  const answer = new Subject<ApolloLink.Result>();
  const operation = { operationType: OperationTypeNode.MUTATION, variables: { input: { mutationId: 'b' } } };
  trackMutations()
    .request(operation as unknown as ApolloLink.Operation, () => answer)
    .subscribe();
  undoLast();
  await new Promise((done) => setTimeout(done, 50));
  expect(sent).toEqual([]);
  pushDone('mara', { id: 'b', operation: 'UpdateTask', args: {}, sets: [{ projectId: 'p', revision: 900 }] });
  answer.complete();
  await once('success');
  expect(sent.map(({ acts }) => acts)).toEqual([[{ projectId: 'p', revision: 900 }]]);
});

it('redoes the undone parts if a later one is refused', async () => {
  refusals = [null, refused()];
  undoLast();
  await once('error');
  expect(counts()).toEqual([UNDO.acts, 20, UNDO.acts]);
  expect(sent[2]?.acts.every(({ revision }) => revision < 0)).toBe(true);
  expect(stacks()).toEqual([[], []]);
});

it('sends an undo whose answer was lost as the same one after a reload, and then another one as another', async () => {
  pushDone('mara', { id: 'b', operation: 'UpdateTask', args: {}, sets: [{ projectId: 'p', revision: 500 }] });
  refusals = [noAnswer()];
  undoLast();
  await once('error');
  stop();
  vi.resetModules();
  const reloaded = await import('./undoer');
  stop = reloaded.startUndo({ client, userId: 'mara', isLive: () => true, discardLatest: () => false });
  reloaded.undoLast();
  await expect.poll(() => stacks(), PATIENCE).toEqual([[COUNT], [1]]);
  expect(sent[1]).toEqual(sent[0]);
  reloaded.undoLast();
  await expect.poll(() => stacks(), PATIENCE).toEqual([[], [1, COUNT]]);
  expect(new Set(sent.map(({ mutationId }) => mutationId)).size).toBe(3);
});

it('names all reasons for which the object of a change is not found', async () => {
  refusals = [refused('NOT_FOUND')];
  undoLast();
  await once('error');
  expect(vi.mocked(notify.error).mock.calls[0]?.[0]).toContain('moved to another project');
});
