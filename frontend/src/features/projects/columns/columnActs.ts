import { useApolloClient } from '@apollo/client/react';
import { reportError } from '../../../sync/client/errors';
import { runWrite } from '../../../sync/writes/runWrite';
import { columnsTexts } from '../../../texts/columns';
import type { ProjectColumn } from './columnCache';
import { moveColumn } from './columnWrites';

/** Moves a column to a place among the others of its board, at once on the screen. */
export const useMoveColumn = (columns: readonly ProjectColumn[]) => {
  const client = useApolloClient();
  return (id: string, index: number): void => {
    const others = columns.filter((column) => column.id !== id);
    const [after, before] = [others[index - 1], others[index]];
    runWrite(client, moveColumn, {
      id,
      ...(after && { afterId: after.id }),
      ...(before && { beforeId: before.id }),
    }).catch((error: unknown) => reportError(error, { fallback: columnsTexts.move.failed }));
  };
};
