import { ApolloLink } from '@apollo/client';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { of, Subject } from 'rxjs';
import { beforeEach, expect, it, vi } from 'vitest';
import { notify } from '../../ui/notify';
import { renderPart } from '../account/session/render.fixture';
import { columnFixture } from './columns/column.fixture';
import type { ProjectColumn } from './columns/columnCache';
import { EditColumnDialog } from './columns/EditColumnDialog';

const column = columnFixture('c', 'IN_PROGRESS', { name: 'Doing', version: 3 });

const sent: object[] = [];
const show = (now: ProjectColumn = column) => {
  const link = new ApolloLink(({ variables }) => {
    const { input } = variables as { input: object };
    sent.push(input);
    const written = { ...now, ...input, __typename: 'Column', version: 5 };
    return of({ data: { updateColumn: { __typename: 'ColumnWritten', revision: 5, revisions: [], column: written } } });
  });
  return renderPart(link, <EditColumnDialog column={now} open onOpenChange={() => undefined} />);
};
const name = () => screen.getByRole('textbox', { name: 'Name' });
const write = (value: string) => fireEvent.change(name(), { target: { value } });

beforeEach(() => {
  sent.length = 0;
  sessionStorage.clear();
});

it('keeps the typed text of a closed form, and saves it as a change of the version that was shown', async () => {
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

it('shows the current values after Discard, and Cancel discards the draft', async () => {
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

/** A form whose answer is slow; `close` says whether it was asked to close. */
const begin = async () => {
  const answer = new Subject<ApolloLink.Result>();
  const inputs: object[] = [];
  const close = vi.fn();
  const link = new ApolloLink(({ operationName, variables }) => {
    if (operationName !== 'UpdateColumn') return of({ data: { project: null } });
    inputs.push(variables['input'] as object);
    return answer;
  });
  const { unmount } = renderPart(link, <EditColumnDialog column={column} open onOpenChange={close} />);
  write('Doing it');
  fireEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(inputs).toHaveLength(1));
  const accept = (): void =>
    act(() => {
      const written = { ...column, name: 'Doing it', version: 5 };
      answer.next({
        data: { updateColumn: { __typename: 'ColumnWritten', revision: 5, revisions: [], column: written } },
      });
      answer.complete();
    });
  return { answer, close, unmount, accept };
};

it('stays open with text that was typed during the save', async () => {
  const said = vi.spyOn(notify, 'success');
  said.mockClear();
  const { close, accept } = await begin();
  write('Doing it now');
  accept();
  await waitFor(() => expect(said).toHaveBeenCalledOnce());
  expect(close).not.toHaveBeenCalled();
  expect(name()).toHaveValue('Doing it now');
});

it('does not change a draft that was begun after it was closed', async () => {
  const said = vi.spyOn(notify, 'success');
  said.mockClear();
  const { close, unmount, accept } = await begin();
  unmount();
  const again = show();
  write('Doing it now');
  accept();
  await waitFor(() => expect(said).toHaveBeenCalledOnce());
  expect(close).not.toHaveBeenCalled();
  again.unmount();
  show();
  expect(name()).toHaveValue('Doing it now');
});

it('says that it could not be saved after it was closed', async () => {
  const said = vi.spyOn(notify, 'error');
  const { answer, unmount } = await begin();
  unmount();
  const extensions = { code: 'VALIDATION_FAILED', fields: { name: ['Name is taken'] } };
  act(() => {
    answer.next({ errors: [{ message: 'Name is taken', extensions }] });
    answer.complete();
  });
  await waitFor(() => expect(said).toHaveBeenCalledOnce());
});
