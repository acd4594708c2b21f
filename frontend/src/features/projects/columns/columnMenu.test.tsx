import { ApolloLink } from '@apollo/client';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NEVER } from 'rxjs';
import { expect, it } from 'vitest';
import { COLUMNS } from '@contract/limits';
import { withClient } from '../../account/session/withClient.fixture';
import type { ProjectColumn } from './columnCache';
import { ColumnMenu } from './ColumnMenu';

const column = (id: string, hidden = false) => ({ id, name: id, status: 'TODO', hidden }) as ProjectColumn;

/** Renders the menu of a column on a board that shows some of the columns. Returns the moves that it sends. */
const menuOf = (own: string, columns: readonly ProjectColumn[], shown: readonly string[]): unknown[] => {
  const moves: unknown[] = [];
  const link = new ApolloLink(({ variables: { input } }) => {
    const { mutationId: _mutationId, ...move } = input as Record<string, unknown>;
    moves.push(move);
    return NEVER;
  });
  // The board is there before a menu is opened.
  const board = render(shown.map((id) => <section key={id} data-column={id} />)).container;
  render(<ColumnMenu column={column(own)} columns={columns} onAsk={() => undefined} />, {
    container: board.appendChild(document.createElement('div')),
    wrapper: withClient(link),
  });
  return moves;
};
const press = (name: string) => userEvent.setup().click(screen.getByRole('menuitem', { name }));

const COLUMNS_OF_BOARD = [column('a'), column('full', true), column('empty', true), column('b'), column('c')];
const SHOWN = ['a', 'full', 'b', 'c'];

it.each([
  ['a', 'Move right', { id: 'a', afterId: 'full', beforeId: 'b' }],
  ['full', 'Move right', { id: 'full', afterId: 'b', beforeId: 'c' }],
  ['b', 'Move left', { id: 'b', afterId: 'a', beforeId: 'full' }],
])('moves %s one step among the columns on the board: %s', async (id, name, move) => {
  const moves = menuOf(id, COLUMNS_OF_BOARD, SHOWN);
  await press(name);
  await waitFor(() => expect(moves).toEqual([move]));
});

it('offers no more columns than a project can have', () => {
  const all = Array.from({ length: COLUMNS.max }, (_, at) => column(`k${at}`));
  menuOf('k0', all, []);
  expect(screen.getByRole('menuitem', { name: 'Add column' })).toHaveAttribute('aria-disabled', 'true');
});
