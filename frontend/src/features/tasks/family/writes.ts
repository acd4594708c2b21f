import { defineWrite } from '../../../sync/writes/defineWrite';
import { applyTask } from '../model/taskCache';
import { RelateTasksDocument, SetParentDocument, UnrelateTasksDocument } from './FamilyWrites.generated';
import { evictRelations, addRelationToList } from './relationCache';

// Only the server can detect cycles, so these writes are not shown before its answer, and need a connection.

export const relateTasks = defineWrite({
  document: RelateTasksDocument,
  apply: (cache, { relateTasks: { relation } }) => addRelationToList(cache, relation),
});

export const unrelateTasks = defineWrite({
  document: UnrelateTasksDocument,
  show: (layer, input) => evictRelations(layer, input),
  apply: (cache, _data, input) => evictRelations(cache, input),
});

export const setParent = defineWrite({
  document: SetParentDocument,
  apply: (cache, { setParent: { task } }) => applyTask(cache, task),
});
