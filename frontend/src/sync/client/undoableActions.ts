import { ApolloLink } from '@apollo/client';
import { OperationTypeNode } from 'graphql';
import { tap } from 'rxjs';
import { graphqlTexts } from '../../texts/graphql';
import type { ToastAction } from '../../ui/notify';
import { newId } from './mutationId';

/** A change set on the server, by its name in answers. */
export interface ChangeSetName {
  projectId: string;
  revision: number;
}

/** A write of this tab that can be undone, with its change sets. */
export interface UndoableAction {
  id: string;
  operation: string;
  input: Record<string, unknown>;
  payload: Record<string, unknown>;
  sets: readonly ChangeSetName[];
}

/** Undo, whose code is loaded after the page. */
interface UndoHandler {
  add: (action: UndoableAction) => void;
  undo: (id: string) => void;
}

let handler: UndoHandler | null = null;
/** Actions that happened before undo's code was loaded. */
let early: UndoableAction[] = [];
/** Actions whose Undo was pressed before undo's code was loaded. */
let pressed: string[] = [];
/** The Undo buttons of all actions. */
const buttons = new Map<string, { action: ToastAction }>();
const groups = new Map<string, string>();

/** Passes all actions to undo, including earlier ones. Returns a function that stops it. */
export const setUndoHandler = (next: UndoHandler): (() => void) => {
  handler = next;
  for (const action of early) next.add(action);
  early = [];
  for (const id of pressed) next.undo(id);
  pressed = [];
  return () => {
    handler = null;
  };
};

export const addUndoable = (action: UndoableAction): void => {
  const { id } = action;
  const onPress = (): void => (handler ? handler.undo(id) : void pressed.push(id));
  buttons.set(id, { action: { label: graphqlTexts.undo, onPress } });
  if (handler) handler.add(action);
  else early.push(action);
};

/** Combines the writes with these ids into one action for undo. Returns its id. */
export const groupActions = (mutationIds: readonly string[]): string => {
  const [id = newId()] = mutationIds;
  for (const each of mutationIds) groups.set(each, id);
  return id;
};

/** Returns the id of the action that a write belongs to. */
export const actionOf = (mutationId: string): string => groups.get(mutationId) ?? mutationId;

/** Returns the Undo button of a message, by the id of the write; undefined if the write left nothing to undo. */
export const undoButton = (id: string | undefined) => buttons.get(id ?? '');

/** Adds each write that left a change set. */
export const trackUndoable = (): ApolloLink =>
  new ApolloLink((operation, forward) => {
    const { operationType, operationName = '', variables } = operation;
    if (operationType !== OperationTypeNode.MUTATION || operationName === 'Undo') return forward(operation);
    return forward(operation).pipe(
      tap(({ data }) => {
        const payload = Object.values(data ?? {})[0] as
          | (UndoableAction['payload'] & { revisions?: UndoableAction['sets'] })
          | null
          | undefined;
        if (!payload?.revisions?.length) return;
        const input = variables.input as UndoableAction['input'];
        const mutationId = typeof input.mutationId === 'string' ? input.mutationId : newId();
        addUndoable({ id: actionOf(mutationId), operation: operationName, input, payload, sets: payload.revisions });
      }),
    );
  });
