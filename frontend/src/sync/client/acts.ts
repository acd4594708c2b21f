import { ApolloLink } from '@apollo/client';
import { OperationTypeNode } from 'graphql';
import { tap } from 'rxjs';
import { graphqlTexts } from '../../texts/graphql';
import { newId } from './mutationId';

/** A change set on the server, as writes name those that they leave. */
export interface ChangeSetName {
  projectId: string;
  revision: number;
}

/** Something that somebody did here, and what it left: enough to undo it and to say what it was. */
export interface Act {
  id: string;
  operation: string;
  input: Record<string, unknown>;
  payload: Record<string, unknown>;
  sets: readonly ChangeSetName[];
}

/** Undoes acts. Its code comes when the page has been read; what happens before waits for it. */
interface Undoer {
  hear: (act: Act) => void;
  undo: (id: string) => void;
}

let undoer: Undoer | null = null;
let waiting: Act[] = [];
/** Acts whose Undo was pressed before the undoer's code was loaded. */
let pressed: string[] = [];
const known = new Set<string>();
const groups = new Map<string, string>();

/** Lets the undoer know of all acts, those before it too. Answers how to stop. */
export const giveActsTo = (to: Undoer): (() => void) => {
  undoer = to;
  for (const act of waiting) to.hear(act);
  waiting = [];
  for (const id of pressed) to.undo(id);
  pressed = [];
  return () => {
    undoer = null;
  };
};

/** Something was done that can be undone. */
export const noteAct = (act: Act): void => {
  known.add(act.id);
  if (undoer) undoer.hear(act);
  else waiting.push(act);
};

/** Writes of these ids will be one act; answers its id. */
export const asOneAct = (mutationIds: readonly string[]): string => {
  const [id = newId()] = mutationIds;
  for (const each of mutationIds) groups.set(each, id);
  return id;
};

/** The button of a toast that says what was done, by the id of the write; none where that left nothing. */
export const undoButton = (id: string | undefined) =>
  id !== undefined && known.has(id)
    ? { action: { label: graphqlTexts.undo, onPress: () => (undoer ? undoer.undo(id) : void pressed.push(id)) } }
    : undefined;

/** Notes each write that has left something. */
export const noteActs = (): ApolloLink =>
  new ApolloLink((operation, forward) => {
    const { operationType, operationName = '', variables } = operation;
    if (operationType !== OperationTypeNode.MUTATION || operationName === 'Undo') return forward(operation);
    return forward(operation).pipe(
      tap(({ data }) => {
        const payload = Object.values(data ?? {})[0] as
          | (Act['payload'] & { revisions?: Act['sets'] })
          | null
          | undefined;
        if (!payload?.revisions?.length) return;
        const input = variables.input as Act['input'];
        const mutationId = typeof input.mutationId === 'string' ? input.mutationId : newId();
        const id = groups.get(mutationId) ?? mutationId;
        noteAct({ id, operation: operationName, input, payload, sets: payload.revisions });
      }),
    );
  });
