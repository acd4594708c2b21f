import { ApolloLink } from '@apollo/client';
import { OperationTypeNode } from 'graphql';
import { finalize } from 'rxjs';

/** The queries that are not answered yet, each with what is to be done when it is. */
const underWay = new Set<(() => void)[]>();

/** Notes each query until it is answered, however often it has to be sent. */
export const noteReads = (): ApolloLink =>
  new ApolloLink((operation, forward) => {
    if (operation.operationType !== OperationTypeNode.QUERY) return forward(operation);
    const work: (() => void)[] = [];
    underWay.add(work);
    return forward(operation).pipe(
      finalize(() => {
        // Those who asked take the answer up first.
        setTimeout(() => {
          underWay.delete(work);
          for (const doAgain of work) doAgain();
        });
      }),
    );
  });

/**
 * Does something once more after each query that is under way now: its answer may have been read before what is done here
 * happened, and would take it back. What is done twice at different times is repeated in its order.
 */
export const repeatAfterReads = (work: () => void): void => {
  for (const later of underWay) later.push(work);
};
