import { ApolloLink } from '@apollo/client';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { of, Subject } from 'rxjs';
import { beforeEach, expect, it, vi } from 'vitest';
import { hasDraft } from '../../lib/drafts';
import { notify } from '../../ui/notify';
import { renderPart } from '../account/session/render.fixture';
import { CreateProjectDialog } from './CreateProjectDialog';
import { answerOf, projectFixture } from './project.fixture';

const said = vi.spyOn(notify, 'success');
beforeEach(() => {
  sessionStorage.clear();
  said.mockClear();
});

/** Sends a new project, whose answer is slow. */
const begin = async () => {
  const answer = new Subject<ApolloLink.Result>();
  let sent = 0;
  const link = new ApolloLink(({ operationName }) => {
    if (operationName !== 'CreateProject') return of(answerOf());
    sent += 1;
    return answer;
  });
  const [close, created] = [vi.fn(), vi.fn()];
  const form = (open: boolean) => <CreateProjectDialog open={open} onOpenChange={close} onCreated={created} />;
  const { rerender } = renderPart(link, form(true));
  fireEvent.change(screen.getByRole('textbox', { name: /^Name/ }), { target: { value: 'Harbor' } });
  fireEvent.submit(document.querySelector('form') as HTMLFormElement);
  await waitFor(() => expect(sent).toBe(1));
  const accept = async (): Promise<void> => {
    act(() => {
      answer.next({
        data: {
          createProject: { __typename: 'ProjectWritten', revisions: [], revision: 1, project: projectFixture() },
        },
      });
      answer.complete();
    });
    await waitFor(() => expect(said).toHaveBeenCalledOnce());
  };
  return { close, created, accept, closeIt: () => rerender(form(false)) };
};

it('closes and opens the project as soon as it is there', async () => {
  const { close, created, accept } = await begin();
  await accept();
  expect(created).toHaveBeenCalledOnce();
  expect(close).toHaveBeenCalledWith(false);
  expect(hasDraft('create-project')).toBe(false);
});

it('does not open the project after the form was closed', async () => {
  const { created, accept, closeIt } = await begin();
  closeIt();
  await accept();
  expect(created).not.toHaveBeenCalled();
  expect(hasDraft('create-project')).toBe(false);
});
