import type { ApolloCache } from '@apollo/client';
import { getOperationDefinition } from '@apollo/client/utilities/internal';
import { describe, expect, it } from 'vitest';
import { TaskPanelDocument } from '../features/tasks/fields/TaskPanel.generated';
import { taskFixture } from '../features/tasks/model/task.fixture';
import { findCachedTask } from '../features/tasks/model/taskCache';
import { TaskFieldsFragmentDoc } from '../features/tasks/model/TaskFields.generated';
import type { QueueableWrite, StoredInput } from '../sync/writes/defineWrite';
import type { VersionedCache } from '../sync/client/versionGuard';
import type { WriteName } from '../texts/writes';
import { filledCache, ME, WRITES_AND_ANSWERS } from './writes.fixture';
import { OUTBOX_PARTS, WRITES } from './writes';

const { findWrite } = OUTBOX_PARTS;

const META = { me: ME, at: '2026-11-02T00:00:00.000Z', isQueued: true };
const names = Object.keys(WRITES) as WriteName[];

const setUp = (name: WriteName) => {
  const write = findWrite(name) as QueueableWrite;
  const input = { ...WRITES_AND_ANSWERS[name].input, mutationId: 'm' } as StoredInput;
  const cache = filledCache();
  return { write, input, cache, show: (layer: ApolloCache) => write.show(layer, input, META) };
};

const shownBy = (cache: VersionedCache, update: (layer: ApolloCache) => void) => {
  cache.recordOptimisticTransaction(update, 'layer');
  const shown = cache.extract(true);
  cache.removeOptimistic('layer');
  return shown;
};

/** What only the server decides, and the cache's own notes. */
const DECIDED = ['rank', 'updatedAt', 'completedAt', '__META'];
const withoutDecided = (stored: object): unknown =>
  JSON.parse(JSON.stringify(stored, (key, value: unknown) => (DECIDED.includes(key) ? undefined : value)));

describe.each(names)('%s', (name) => {
  it('has the name of its operation, which stored queues contain', () => {
    expect(getOperationDefinition(setUp(name).write.document)?.name?.value).toBe(name);
  });

  it('shows something, and no more if it is shown twice', () => {
    const { cache, show } = setUp(name);
    const before = cache.extract(true);
    const once = shownBy(cache, show);
    expect(once).not.toEqual(before);
    expect(cache.extract(true)).toEqual(before);
    const twice = shownBy(cache, (layer) => {
      show(layer);
      show(layer);
    });
    expect(twice).toEqual(once);
  });

  it('shows the same when an earlier layer is removed', () => {
    const { cache, show } = setUp(name);
    const once = shownBy(cache, show);
    cache.recordOptimisticTransaction(() => undefined, 'earlier');
    cache.recordOptimisticTransaction(show, 'layer');
    cache.removeOptimistic('earlier');
    expect(cache.extract(true)).toEqual(once);
  });

  it('shows nothing over its own answer', () => {
    const { cache, show, write, input } = setUp(name);
    const { document: query } = write;
    const data = WRITES_AND_ANSWERS[name].answer;
    cache.writeQuery({ id: 'ROOT_MUTATION', query, variables: { input }, data });
    write.apply(cache, data, input);
    cache.evict({ id: 'ROOT_MUTATION' });
    const answered = withoutDecided(cache.extract(true));
    expect(withoutDecided(shownBy(cache, show))).toEqual(answered);
  });
});

it('a write queued after a bulk change continues from it, and not from later changes by others', () => {
  const { cache, write, input } = setUp('BulkUpdateTasks');
  // The server repeats its answer with the tasks as they are by then.
  const tasks = ['a', 'b'].map((id) => ({ ...taskFixture({ id, projectId: 'p', version: 9 }) }));
  const revisions = [{ __typename: 'ProjectRevision', projectId: 'p', revision: 5 }];
  const data = { bulkUpdateTasks: { __typename: 'BulkWritten', revisions, deletedIds: [], tasks } };
  cache.writeQuery({ id: 'ROOT_MUTATION', query: write.document, variables: { input }, data });
  expect(write.queue.versions?.(data, cache)).toEqual({ a: 5, b: 5 });
});

it('a task that was restored meanwhile survives the answer to a late repeat of its deletion', () => {
  const { cache, write, input } = setUp('DeleteTask');
  cache.writeFragment({ fragment: TaskFieldsFragmentDoc, data: taskFixture({ id: 'a', version: 5 }) });
  write.apply(cache, WRITES_AND_ANSWERS.DeleteTask.answer, input);
  expect(findCachedTask(cache, 'a')).toMatchObject({ version: 5 });
});

it('a queued new task can be opened', () => {
  const { cache, show, input } = setUp('CreateTask');
  cache.recordOptimisticTransaction(show, 'layer');
  const { missing } = cache.diff({
    query: TaskPanelDocument,
    variables: input as object as { id: string },
    optimistic: true,
    returnPartialData: true,
  });
  expect(missing).toBeUndefined();
});

/** The files that define a write with an entry for the queue. */
const FILES = Object.entries(
  import.meta.glob<string>('../features/**/*.ts', { query: '?raw', import: 'default', eager: true }),
)
  .filter(([, code]) => /\bdefineWrite\(/.test(code) && /^ {2}queue: /m.test(code))
  .map(([path]) => path);

it.each(FILES)('%s is in the list, because a write outside it is never queued', async (path) => {
  const module = (await import(path)) as Record<string, Partial<QueueableWrite>>;
  const queued = Object.values(module).filter(({ queue }) => queue !== undefined);
  const operations = queued.map(({ document }) => document && getOperationDefinition(document)?.name?.value);
  expect(operations.filter((name) => !findWrite(name))).toEqual([]);
  expect(operations).not.toEqual([]);
});
