import { ApolloLink } from '@apollo/client';
import { Observable } from 'rxjs';
import { beforeEach, expect, it, vi } from 'vitest';
import { UNDO } from '@contract/limits';
import { notify } from '../../ui/notify';
import { makeClient } from '../client/client';
import { addUndoable } from '../client/undoableActions';
import { startUndo, undoLast } from './undoer';
import { readStacks } from './undoStack';

interface Sent {
  acts: unknown[];
  mutationId: string;
}

/** A server whose answers to the first writes get lost as listed. */
const setUp = (isLost: readonly boolean[]) => {
  const sent: Sent[] = [];
  const link = new ApolloLink(
    ({ variables }) =>
      new Observable((observer) => {
        sent.push(variables['input'] as Sent);
        if (isLost[sent.length - 1]) return observer.error(new TypeError('Failed to fetch'));
        const revisions = [{ __typename: 'ProjectRevision', projectId: 'p', revision: 100 + sent.length }];
        observer.next({ data: { undo: { __typename: 'Undone', revisions } } });
        return observer.complete();
      }),
  );
  startUndo({ client: makeClient(link), userId: 'mara', isLive: () => true, discardLatest: () => false });
  return sent;
};

const act = (count: number): void =>
  addUndoable({
    id: 'a',
    operation: 'BulkUpdateTasks',
    input: { ids: ['t', 'u'] },
    payload: {},
    sets: Array.from({ length: count }, (_, at) => ({ projectId: 'p', revision: at + 1 })),
  });

/** Presses Undo, and waits for its message. */
const undo = async (): Promise<void> => {
  const said = [vi.spyOn(notify, 'success'), vi.spyOn(notify, 'error')];
  for (const each of said) each.mockClear();
  undoLast();
  await vi.waitFor(() => expect(said.flatMap(({ mock }) => mock.calls)).toHaveLength(1));
};

beforeEach(() => localStorage.clear());

it('is the same write when it is tried again, because only its answer may have been lost', async () => {
  const sent = setUp([true]);
  act(1);
  await undo();
  expect(readStacks('mara').done).toHaveLength(1);
  await undo();
  expect(sent[1]).toEqual(sent[0]);
  expect(readStacks('mara')).toMatchObject({ done: [], undone: [{ sets: [{ revision: 102 }] }] });
});

it('does not undo a part of a long action twice', async () => {
  const sent = setUp([false, true]);
  act(UNDO.acts + 1);
  await undo();
  expect(sent.map(({ acts }) => acts.length)).toEqual([UNDO.acts, 1]);
  await undo();
  expect(sent.slice(2)).toEqual(sent.slice(0, 2));
  expect(readStacks('mara').undone[0]?.sets).toHaveLength(2);
});
