import { useEffect } from 'react';
import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { usePageQuery } from './usePageQuery';

const ASK_MS = 1_000;

/**
 * A page query that polls every second while its page is visible and `isRunning` is true for its answer. For progress,
 * which the feed does not report.
 */
export const usePolledQuery = <Data, Variables extends OperationVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  isRunning: (data: Data) => boolean,
) => {
  const result = usePageQuery(query, { variables, skipPollAttempt: () => document.hidden });
  const { data, startPolling, stopPolling } = result;
  const asks = data !== undefined && isRunning(data);
  useEffect(() => {
    if (!asks) return undefined;
    startPolling(ASK_MS);
    return stopPolling;
  }, [asks, startPolling, stopPolling]);
  return result;
};
