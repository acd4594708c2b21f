import { ApolloLink } from '@apollo/client';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { of } from 'rxjs';
import { expect, it } from 'vitest';
import { renderPart } from '../../account/session/render.fixture';
import type { ProjectColumn } from './columnCache';
import { DeleteColumnDialog } from './DeleteColumnDialog';

const column = (id: string) => ({ id, name: `Column ${id}`, status: 'TODO' }) as ProjectColumn;

/** A board with the menu of a column, which is gone when the column is deleted, and the menu of all columns. */
const Board = () => {
  const [isOpen, setOpen] = useState(false);
  const [isDeleted, setDeleted] = useState(false);
  const close = (): void => {
    setOpen(false);
    setDeleted(true);
  };
  return (
    <>
      {!isDeleted && <button onClick={() => setOpen(true)}>Options for a</button>}
      <span data-columns-menu>
        <button>Columns</button>
      </span>
      <DeleteColumnDialog column={column('a')} others={[column('b')]} open={isOpen} onOpenChange={close} />
    </>
  );
};

it('leads to the menu of all columns', async () => {
  const changes = { revisions: [], revision: 2, projectId: 'p', columnId: 'a' };
  const link = new ApolloLink(() => of({ data: { deleteColumn: { __typename: 'DeleteColumnPayload', ...changes } } }));
  renderPart(link, <Board />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Options for a' }));
  await user.click(await screen.findByRole('button', { name: 'Delete column' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Columns' })).toHaveFocus());
});
