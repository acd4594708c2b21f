import { afterEach, expect, it, vi } from 'vitest';
import { LIMITS } from '@contract/limits';
import type { TaskStatus } from '@contract/enums';
import { makeClient } from '../../../sync/client/client';
import { makeLink } from '../../../sync/client/links';
import type { BulkUpdateTasksInput } from '../../../sync/client/schema.generated';
import { NOTHING_SELECTED, selectedTasks } from '../selection/selectedTasks';
import { moveCard } from './moveCard';
import type { BoardColumnData, BoardColumnTask } from './useBoard';

afterEach(() => {
  vi.unstubAllGlobals();
  selectedTasks.set(NOTHING_SELECTED);
});

const card = (id: string, status: TaskStatus): BoardColumnTask => ({
  __typename: 'Task',
  id,
  title: id,
  status,
  columnId: '',
  rank: '',
  completedAt: null,
});

const column = (status: TaskStatus, ids: readonly string[]): BoardColumnData => ({
  key: status,
  name: status,
  status,
  tasks: ids.map((id) => card(id, status)),
  count: ids.length,
  hasMore: false,
  endCursor: null,
  onDemand: 0,
});

it('more selected cards than one write may have are moved by several, to one place and in their order', async () => {
  const sent: BulkUpdateTasksInput[] = [];
  vi.stubGlobal('fetch', (_url: string, { body }: { body: string }) => {
    sent.push((JSON.parse(body) as { variables: { input: BulkUpdateTasksInput } }).variables.input);
    const data = { bulkUpdateTasks: { __typename: 'BulkWritten', revisions: [], deletedIds: [], tasks: [] } };
    const headers = { 'content-type': 'application/json' };
    return Promise.resolve(new Response(JSON.stringify({ data }), { headers }));
  });
  const ids = Array.from({ length: LIMITS.bulkMax + 1 }, (_, at) => `t${at}`);
  selectedTasks.set({ ids, all: null });
  const to = column('IN_PROGRESS', ['above', 'below']);
  await moveCard(makeClient(makeLink({ getToken: () => null, onUnauthenticated: () => undefined })), {
    task: card('t0', 'TODO'),
    place: { column: to.key, index: 1 },
    to,
    isToEnd: false,
    columns: [column('TODO', ids), to],
    filter: {},
  });
  expect(sent.map(({ ids: moved, afterId, beforeId, status }) => [moved.length, afterId, beforeId, status])).toEqual([
    [LIMITS.bulkMax, 'above', 'below', 'IN_PROGRESS'],
    [1, `t${LIMITS.bulkMax - 1}`, 'below', 'IN_PROGRESS'],
  ]);
  expect(sent.flatMap(({ ids: moved }) => moved)).toEqual(ids);
});
