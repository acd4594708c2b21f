import { ApolloLink } from '@apollo/client';
import { OperationTypeNode } from 'graphql';
import { finalize } from 'rxjs';

/** The writes of this tab that are not answered yet, by the id they carry. */
const pending = new Map<string, Promise<void>>();

const mutationIdOf = ({ operationType, variables }: ApolloLink.Operation): string | undefined => {
  if (operationType !== OperationTypeNode.MUTATION) return undefined;
  const input: unknown = variables.input;
  const isNamed = typeof input === 'object' && input !== null && 'mutationId' in input;
  return isNamed && typeof input.mutationId === 'string' ? input.mutationId : undefined;
};

/** Notes each write that names itself until it is answered, however often it has to be sent. */
export const noteWrites = (): ApolloLink =>
  new ApolloLink((operation, forward) => {
    const mutationId = mutationIdOf(operation);
    if (mutationId === undefined) return forward(operation);
    let settle = (): void => undefined;
    const settled = new Promise<void>((resolve) => {
      settle = resolve;
    });
    pending.set(mutationId, settled);
    return forward(operation).pipe(
      finalize(() => {
        pending.delete(mutationId);
        // Whoever waits for the answer goes on after those who asked for it have taken it up.
        setTimeout(settle);
      }),
    );
  });

/** Ends when this write of this tab is answered; undefined when it is not under way here. */
export const ownWrite = (mutationId: string | null): Promise<void> | undefined =>
  mutationId === null ? undefined : pending.get(mutationId);

/** Ends when all writes of this tab that are under way now are answered; undefined when there are none. */
export const ownWrites = (): Promise<unknown> | undefined =>
  pending.size === 0 ? undefined : Promise.all(pending.values());
