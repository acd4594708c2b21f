import { ApolloLink } from '@apollo/client';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { GraphQLError } from 'graphql';
import { of, Subject } from 'rxjs';
import { expect, it, vi } from 'vitest';
import { renderPart } from '../../account/session/render.fixture';
import { notify } from '../../../ui/notify';
import { RenameFileDialog } from './RenameFileDialog';

const file = { __typename: 'Attachment', id: 'f', name: 'plan.pdf', version: 1 } as Parameters<
  typeof RenameFileDialog
>[0]['file'];

it('reports a refusal if it was closed meanwhile', async () => {
  const said = vi.spyOn(notify, 'error');
  const answer = new Subject<ApolloLink.Result>();
  let sent = 0;
  const link = new ApolloLink(() => {
    sent += 1;
    return answer;
  });
  const { unmount } = renderPart(link, <RenameFileDialog file={file} onClose={() => undefined} />);
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'plan 2.pdf' } });
  fireEvent.submit(document.querySelector('form') as HTMLFormElement);
  await waitFor(() => expect(sent).toBe(1));
  unmount();
  act(() => {
    answer.next({ errors: [new GraphQLError('Changed', { extensions: { code: 'CONFLICT' } })] });
    answer.complete();
  });
  await waitFor(() => expect(said).toHaveBeenCalledOnce());
});

it('focuses a name that is refused', async () => {
  const extensions = { code: 'VALIDATION_FAILED', fields: { name: ['Name is required'] } };
  const link = new ApolloLink(() => of({ errors: [new GraphQLError('Refused', { extensions })] }));
  renderPart(link, <RenameFileDialog file={file} onClose={() => undefined} />);
  const user = userEvent.setup();
  await user.clear(screen.getByRole('textbox'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Name is required')).toBeVisible();
  expect(screen.getByRole('textbox')).toHaveFocus();
});
