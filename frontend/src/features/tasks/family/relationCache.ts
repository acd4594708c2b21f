import type { ApolloCache, Reference } from '@apollo/client';
import type { RelationKind } from '@contract/enums';
import { RelationFieldsFragmentDoc, type RelationFieldsFragment } from '../model/RelationFields.generated';

// A type instead of an interface, because the cache requires an index signature.
type StoredTask = { relations: readonly Reference[] };

const identify = (cache: ApolloCache, typename: 'TaskRelation' | 'Task', id: string): string | undefined =>
  cache.identify({ __typename: typename, id });

const readRelation = (cache: ApolloCache, id: string | undefined): RelationFieldsFragment | null =>
  cache.readFragment({ id, fragment: RelationFieldsFragmentDoc, fragmentName: 'RelationFields' });

/** Changes the relations of a task, if they are loaded. */
const changeList = (
  cache: ApolloCache,
  taskId: string,
  change: (refs: readonly Reference[]) => readonly Reference[],
): void => {
  cache.modify<StoredTask>({ id: identify(cache, 'Task', taskId), fields: { relations: change } });
};

/** Adds a relation that is in the cache to both of its tasks. */
export const addRelationToList = (
  cache: ApolloCache,
  relation: { id: string; taskId: string; otherId: string },
): void => {
  const id = identify(cache, 'TaskRelation', relation.id);
  if (id === undefined) return;
  for (const taskId of [relation.taskId, relation.otherId]) {
    changeList(cache, taskId, (refs) => [...refs.filter((ref) => ref.__ref !== id), { __ref: id }]);
  }
};

const evictRelation = (cache: ApolloCache, relationId: string): void => {
  const id = identify(cache, 'TaskRelation', relationId);
  const relation = readRelation(cache, id);
  if (id === undefined || !relation) return;
  for (const taskId of [relation.taskId, relation.otherId]) {
    changeList(cache, taskId, (refs) => refs.filter((ref) => ref.__ref !== id));
  }
  cache.evict({ id });
};

/** Removes the relations between two tasks from both of them, or only those of one kind. */
export const evictRelations = (
  cache: ApolloCache,
  { taskId, otherId, kind }: { taskId: string; otherId: string; kind?: RelationKind | null | undefined },
): void => {
  const found = new Set<string>();
  // The relations of only one of the tasks may be loaded.
  for (const [one, other] of [
    [taskId, otherId],
    [otherId, taskId],
  ] as const) {
    changeList(cache, one, (refs) => {
      for (const { __ref } of refs) {
        const relation = readRelation(cache, __ref);
        const isBetween = relation?.otherId === other || relation?.taskId === other;
        if (relation && isBetween && (!kind || relation.kind === kind)) found.add(relation.id);
      }
      return refs;
    });
  }
  for (const id of found) evictRelation(cache, id);
};

interface RelationChange {
  entityId: string;
  movedTo: string | null;
  taskRelation: RelationFieldsFragment | null;
}

export const applyRelationChange = (cache: ApolloCache, { entityId, movedTo, taskRelation }: RelationChange): void => {
  if (!taskRelation) {
    if (!movedTo) evictRelation(cache, entityId);
    return;
  }
  cache.writeFragment({
    fragment: RelationFieldsFragmentDoc,
    fragmentName: 'RelationFields',
    data: taskRelation,
  });
  addRelationToList(cache, taskRelation);
};
