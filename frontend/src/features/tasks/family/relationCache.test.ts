import { describe, expect, it } from 'vitest';
import { makeCache } from '../../../sync/client/client';
import { RelationFieldsFragmentDoc, type RelationFieldsFragment } from '../model/RelationFields.generated';
import { evictRelations, addRelationToList } from './relationCache';

const related = (id: string): RelationFieldsFragment['task'] => ({
  __typename: 'Task',
  id,
  version: 1,
  key: null,
  title: `Task ${id}`,
  status: 'TODO',
  columnId: 'c',
  projectId: 'p',
  openBlockers: 0,
  subtasksTotal: 0,
  subtasksDone: 0,
});

/** A cache with two relations of the tasks a and b, which only knows the relations of `loaded`. */
const setUp = (loaded: readonly string[]) => {
  const cache = makeCache();
  for (const id of loaded) cache.restore({ ...cache.extract(), [`Task:${id}`]: { ...related(id), relations: [] } });
  for (const [id, kind] of [
    ['r1', 'BLOCKS'],
    ['r2', 'RELATES'],
  ] as const) {
    const relation = { id, kind, taskId: 'a', otherId: 'b', version: 1, task: related('a'), other: related('b') };
    cache.writeFragment({
      fragment: RelationFieldsFragmentDoc,
      fragmentName: 'RelationFields',
      data: { __typename: 'TaskRelation', ...relation },
    });
    addRelationToList(cache, relation);
  }
  const relationsOf = (id: string): unknown => cache.extract()[`Task:${id}`]?.['relations'];
  return { cache, relationsOf };
};

describe.each([[['a', 'b']], [['a']], [['b']]])('where the relations of %s are loaded', (loaded) => {
  it('a removed relation disappears from them, and the others stay', () => {
    const { cache, relationsOf } = setUp(loaded);
    for (const id of loaded) expect(relationsOf(id)).toHaveLength(2);
    evictRelations(cache, { taskId: 'a', otherId: 'b', kind: 'BLOCKS' });
    for (const id of loaded) expect(relationsOf(id)).toEqual([{ __ref: 'TaskRelation:r2' }]);
    expect(cache.extract()['TaskRelation:r1']).toBeUndefined();
    evictRelations(cache, { taskId: 'a', otherId: 'b' });
    for (const id of loaded) expect(relationsOf(id)).toEqual([]);
  });
});
