// Changes of columns need a connection: a board that everyone uses should not depend on writes waiting on one device.
import type { ApolloCache } from '@apollo/client';
import { provisionalRank } from '../../../lib/provisionalRank';
import { defineWrite } from '../../../sync/writes/defineWrite';
import { changeColumns, findColumn, putColumn, removeColumn, type ProjectColumn } from './columnCache';
import {
  CreateColumnDocument,
  DeleteColumnDocument,
  MoveColumnDocument,
  UpdateColumnDocument,
} from './ColumnWrites.generated';

const patchColumn = (layer: ApolloCache, id: string, patch: Partial<ProjectColumn>): void => {
  const column = findColumn(layer, id);
  if (!column) return;
  changeColumns(layer, column.projectId, (columns) =>
    columns.map((each) => (each.id === id ? { ...each, ...patch } : each)),
  );
};

export const createColumn = defineWrite({
  document: CreateColumnDocument,
  apply: (cache, { createColumn: { column } }) => putColumn(cache, column),
});

export const updateColumn = defineWrite({
  document: UpdateColumnDocument,
  show: (layer, { id, version: _version, mutationId: _mutationId, ...fields }) =>
    patchColumn(layer, id, fields as Partial<ProjectColumn>),
  apply: (cache, { updateColumn: { column } }) => putColumn(cache, column),
});

export const moveColumn = defineWrite({
  document: MoveColumnDocument,
  serialize: () => 'columns',
  show: (layer, { id, afterId, beforeId }) => {
    const rankOf = (neighbour: string | null | undefined): string | null =>
      neighbour ? (findColumn(layer, neighbour)?.rank ?? null) : null;
    patchColumn(layer, id, { rank: provisionalRank(rankOf(afterId), rankOf(beforeId)) });
  },
  apply: (cache, { moveColumn: { column } }) => putColumn(cache, column),
});

export const deleteColumn = defineWrite({
  document: DeleteColumnDocument,
  apply: (cache, { deleteColumn: { projectId, columnId } }) => removeColumn(cache, projectId, columnId),
});
