import { expect, it, vi } from 'vitest';
import { boardQuery } from '../../features/tasks/board/boardQuery';
import { CommentFieldsFragmentDoc } from '../../features/comments/Comments.generated';
import { makeCache } from '../client/client';
import { ProjectDocument } from '../../features/projects/Project.generated';
import { TaskFieldsFragmentDoc, type TaskFieldsFragment } from '../../features/tasks/model/TaskFields.generated';
import { taskFixture } from '../../features/tasks/model/task.fixture';
import { TaskChecklistDocument } from '../../features/tasks/checklist/Checklist.generated';
import { OUTBOX_PARTS } from '../../app/writes';
import type { StoredInput } from '../writes/defineWrite';
import { makeOptimisticLayer } from './optimisticLayer';
import type { Queue, QueuedWrite } from './queue';

const { findWrite } = OUTBOX_PARTS;

const me = {
  __typename: 'User',
  id: 'u',
  firstName: 'Mara',
  lastName: 'Stone',
  name: 'Mara Stone',
  username: 'mara',
  email: 'mara@tern.example',
  avatar: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  isAdmin: false,
} as const;

const column = (...nodes: TaskFieldsFragment[]) =>
  ({
    __typename: 'TaskConnection',
    totalCount: nodes.length,
    pageInfo: { __typename: 'PageInfo', hasNextPage: false, endCursor: null },
    nodes,
  }) as const;

const setUp = () => {
  const cache = makeCache();
  const read = (todo: TaskFieldsFragment[]): void => {
    const data = {
      todo: column(...todo),
      inProgress: column(),
      inReview: column(),
      done: column(),
      older: column(),
    };
    cache.writeQuery({ ...boardQuery(), data });
  };
  cache.writeQuery({
    query: ProjectDocument,
    variables: { id: 'p' },
    data: {
      project: {
        __typename: 'Project',
        id: 'p',
        name: 'p',
        description: '',
        color: '#336699',
        key: 'P',
        version: 1,
        revision: 1,
        memberCount: 1,
        createdAt: '2026-01-01T00:00:00.000Z',
        viewerRole: 'OWNER',
        viewerCanEdit: true,
        viewerCanDelete: true,
        viewerCanManageMembers: true,
        viewerCanLeave: false,
        viewerCanRemoveMembers: true,
        viewerCanArchive: true,
        archivedAt: null,
        isTemplate: false,
        isExample: false,
      },
    },
  });
  read([taskFixture({ id: 'a', title: 'A', rank: 'a1' }), taskFixture({ id: 'b', title: 'B', rank: 'a2' })]);
  const shown = () => {
    const board = cache.readQuery({ ...boardQuery(), returnPartialData: true }, true);
    const titles = (nodes: readonly { title: string }[] = []) => nodes.map(({ title }) => title);
    return {
      todo: titles(board?.todo?.nodes),
      done: [...titles(board?.done?.nodes), ...titles(board?.older?.nodes)],
      count: board?.todo?.totalCount,
    };
  };
  return { cache, read, shown };
};

let made = 0;
const write = (
  operation: string,
  input: Record<string, unknown>,
  state: QueuedWrite['state'] = 'waiting',
): QueuedWrite => {
  made += 1;
  const named: StoredInput = { mutationId: `m${made}`, ...input };
  const effect = findWrite(operation)?.queue.effect(named);
  if (!effect) throw new Error(operation);
  return { ...effect, id: named.mutationId, operation, variables: { input: named }, at: made, title: '', state };
};
const move = (id: string, status: string, near: object = {}) => write('MoveTask', { id, status, ...near });

it('shows queued writes in order over the server’s data, and removes them exactly', () => {
  const { cache, shown } = setUp();
  const before = shown();
  const layer = makeOptimisticLayer(cache, me, findWrite);
  const queue: Queue = [
    write('CreateTask', { id: 'n', projectId: 'p', title: 'New', priority: 'LOW' }),
    write('UpdateTask', { id: 'a', title: 'A2' }),
    move('n', 'TODO', { beforeId: 'a' }),
    move('b', 'DONE'),
    write('AddComment', { id: 'c', taskId: 'n', text: 'Said' }),
    write('UpdateComment', { id: 'c', text: 'Said better' }),
    write('BulkUpdateTasks', { ids: ['a', 'b'], addTags: ['late'] }),
  ];
  layer.apply(queue);
  expect(shown()).toEqual({ todo: ['New', 'A2'], done: ['B'], count: 2 });
  expect(cache.readFragment({ id: 'Comment:c', fragment: CommentFieldsFragmentDoc, optimistic: true })).toMatchObject({
    text: 'Said better',
    taskId: 'n',
  });
  expect(cache.readFragment({ id: 'Task:n', fragment: TaskFieldsFragmentDoc, optimistic: true })).toMatchObject({
    commentCount: 1,
  });
  expect(cache.readFragment({ id: 'Task:b', fragment: TaskFieldsFragmentDoc, optimistic: true })).toMatchObject({
    tags: ['late'],
    status: 'DONE',
  });

  layer.apply([...queue, write('DeleteTask', { id: 'a' })]);
  expect(shown()).toEqual({ todo: ['New'], done: ['B'], count: 1 });
  // Something else is cleared away meanwhile.
  cache.gc();
  layer.apply([]);
  expect(shown()).toEqual(before);
});

it('shows many queued new tasks of one action in order, each in its column', () => {
  const { cache, shown } = setUp();
  const before = shown();
  const layer = makeOptimisticLayer(cache, me, findWrite);
  const tasks = ['One', 'Two', 'Three'].map((title) => ({ id: title, title, priority: 'LOW' }));
  const created = write('CreateTasks', { projectId: 'p', tasks: [...tasks, { ...tasks[0], id: 'd', status: 'DONE' }] });
  expect(created).toMatchObject({ objects: ['One', 'Two', 'Three', 'd'], needs: ['p'], isNew: true });
  layer.apply([created, write('UpdateTask', { id: 'Two', title: 'Two more' })]);
  expect(shown()).toEqual({ todo: ['A', 'B', 'One', 'Two more', 'Three'], done: ['One'], count: 5 });
  layer.apply([]);
  expect(shown()).toEqual(before);
});

it('shows the checklist of a queued new task, empty at first, and all changes to it', () => {
  const { cache, shown } = setUp();
  const layer = makeOptimisticLayer(cache, me, findWrite);
  const task = write('CreateTask', { id: 'n', projectId: 'p', title: 'New', priority: 'LOW' });
  const listed = () => {
    const read = cache.readQuery({ query: TaskChecklistDocument, variables: { taskId: 'n' } }, true)?.task;
    return read && [read.checklist.map(({ text, done }) => `${text}${done ? '!' : ''}`).join(), read.checklistDone];
  };
  layer.apply([task]);
  expect(listed()).toEqual(['', 0]);
  const items = ['Cut', 'Sand', 'Paint'].map((text) => ({ id: text.toLowerCase(), text }));
  const queue = [
    task,
    write('AddChecklistItems', { taskId: 'n', items }),
    write('AddChecklistItem', { taskId: 'n', id: 'dry', text: 'Dry' }),
    write('UpdateChecklistItem', { id: 'sand', done: true }),
    write('UpdateChecklistItem', { id: 'cut', text: 'Saw' }),
    write('MoveChecklistItem', { id: 'dry', afterId: 'cut', beforeId: 'sand' }),
    write('MoveChecklistItem', { id: 'paint', beforeId: 'cut' }),
  ];
  layer.apply(queue);
  expect(listed()).toEqual(['Paint,Saw,Dry,Sand!', 1]);
  layer.apply([...queue, write('DeleteChecklistItem', { id: 'sand' })]);
  expect(listed()).toEqual(['Paint,Saw,Dry', 0]);
  layer.apply(queue);
  expect(listed()).toEqual(['Paint,Saw,Dry,Sand!', 1]);
  layer.apply([]);
  expect(shown().todo).toEqual(['A', 'B']);
});

it('shows neither refused writes nor those that depend on them', () => {
  const { cache, shown } = setUp();
  makeOptimisticLayer(cache, me, findWrite).apply([
    write('UpdateTask', { id: 'a', title: 'A2' }, 'refused'),
    write('UpdateTask', { id: 'a', title: 'A3' }),
    write('UpdateTask', { id: 'b', title: 'B2' }, 'sent'),
  ]);
  expect(shown().todo).toEqual(['A', 'B2']);
});

it('is applied again over newer data of the server', async () => {
  const { cache, read, shown } = setUp();
  const layer = makeOptimisticLayer(cache, me, findWrite);
  layer.apply([write('UpdateTask', { id: 'a', title: 'A2' })]);
  read([
    taskFixture({ id: 'a', title: 'A', rank: 'a1', version: 2, priority: 'URGENT' }),
    taskFixture({ id: 'c', title: 'C', rank: 'a3' }),
  ]);
  await vi.waitFor(() => expect(shown().todo).toEqual(['A2', 'C']));
  expect(cache.readFragment({ id: 'Task:a', fragment: TaskFieldsFragmentDoc, optimistic: true })).toMatchObject({
    priority: 'URGENT',
    version: 2,
  });
  layer.remove();
  expect(shown().todo).toEqual(['A', 'C']);
});
