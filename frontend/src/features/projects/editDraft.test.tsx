import { ApolloLink } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { of } from 'rxjs';
import { beforeEach, expect, it } from 'vitest';
import { makeClient } from '../../sync/client/client';
import type { ProjectColumn } from './columns/columnCache';
import { EditColumnDialog } from './columns/EditColumnDialog';

const column = {
  __typename: 'Column',
  id: 'c',
  projectId: 'p',
  name: 'Doing',
  color: null,
  status: 'IN_PROGRESS',
  rank: 'a0',
  limit: null,
  hidden: false,
  version: 3,
} satisfies ProjectColumn;

const sent: object[] = [];
const show = (now: ProjectColumn = column) => {
  const link = new ApolloLink(({ variables }) => {
    const { input } = variables as { input: object };
    sent.push(input);
    const written = { ...now, ...input, __typename: 'Column', version: 5 };
    return of({ data: { updateColumn: { __typename: 'ColumnWritten', revision: 5, revisions: [], column: written } } });
  });
  return render(
    <ApolloProvider client={makeClient(link)}>
      <EditColumnDialog column={now} open onOpenChange={() => undefined} />
    </ApolloProvider>,
  );
};
const name = () => screen.getByRole('textbox', { name: 'Name' });

beforeEach(() => {
  sent.length = 0;
  sessionStorage.clear();
});

it('keeps what was typed in a form that was closed, and saves it as a change to what was seen then', async () => {
  const user = userEvent.setup();
  const first = show();
  await user.type(name(), ' it now');
  first.unmount();
  show({ ...column, limit: 4, version: 4 });
  expect(name()).toHaveValue('Doing it now');
  expect(screen.getByRole('status')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent).toMatchObject([{ id: 'c', version: 3, name: 'Doing it now' }]);
  expect(sent[0]).not.toHaveProperty('limit');
});

it('returns to the present values, and Cancel forgets what was typed', async () => {
  const user = userEvent.setup();
  const first = show();
  await user.type(name(), ' it now');
  first.unmount();
  const second = show({ ...column, name: 'At work', version: 4 });
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(name()).toHaveValue('At work');
  expect(screen.queryByRole('status')).toBeNull();
  await user.type(name(), ' again');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  second.unmount();
  show();
  expect(name()).toHaveValue('Doing');
});
