import { useApolloClient } from '@apollo/client/react';
import { reportError } from '../../../sync/client/errors';
import { runWrite } from '../../../sync/writes/runWrite';
import { columnsTexts } from '../../../texts/columns';
import { moveColumn } from './columnWrites';

/** Moves a column among the other columns of its board, immediately on the screen. */
export const useMoveColumn = () => {
  const client = useApolloClient();
  return (id: string, others: readonly { id: string }[], index: number): void => {
    const [after, before] = [others[index - 1], others[index]];
    runWrite(client, moveColumn, {
      id,
      ...(after && { afterId: after.id }),
      ...(before && { beforeId: before.id }),
    }).catch((error: unknown) => reportError(error, { fallback: columnsTexts.move.failed }));
  };
};
