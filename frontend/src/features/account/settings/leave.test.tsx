import { ApolloLink } from '@apollo/client';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { of, throwError, type Observable } from 'rxjs';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderPart } from '../session/render.fixture';
import { GoodbyePage } from '../session/GoodbyePage';
import { getToken, setToken } from '../session/token';
import { mara } from '../session/signedIn.fixture';
import { DeleteAccountDialog } from './DeleteAccountDialog';

const PAGE = { __typename: 'PageInfo', hasNextPage: false, endCursor: null };
const project = (id: string, name: string, memberCount: number, viewerRole = 'OWNER', viewerCanLeave = false) => ({
  __typename: 'Project',
  id,
  name,
  color: '#2f8068',
  viewerRole,
  viewerCanLeave,
  memberCount,
});
const person = (id: string, name: string) => ({
  __typename: 'ProjectMember',
  id: `p:${id}`,
  userId: id,
  user: { __typename: 'User', id, name },
});

let heirs = [person('u1', 'Mara Okafor'), person('u2', 'Jon Reyes'), person('u3', 'Uma Lind')];
const sent: object[] = [];
let answers: Observable<ApolloLink.Result>[] = [];

const link = new ApolloLink(({ operationName, variables }) => {
  if (operationName === 'OwnProjects') {
    // what is archived has an owner, too
    const more = variables.after === null && !variables.archived;
    const nodes = more
      ? [project('p1', 'Tern launch', 3), project('p2', 'Not mine', 2, 'MEMBER', true)]
      : variables.archived
        ? [project('p3', 'Only mine', 1)]
        : [];
    const projects = {
      __typename: 'ProjectConnection',
      nodes,
      pageInfo: { ...PAGE, hasNextPage: more, endCursor: 'c' },
    };
    return of({ data: { me: { __typename: 'User', id: 'u1', twoFactor: true }, projects } });
  }
  if (operationName === 'Heirs') {
    const members = { __typename: 'ProjectMemberConnection', nodes: heirs, pageInfo: PAGE };
    return of({ data: { project: { __typename: 'Project', id: 'p1', members } } });
  }
  sent.push(variables.input as object);
  return answers.shift() ?? throwError(() => new Error(`No answer to ${operationName}`));
});

beforeEach(() => {
  vi.clearAllMocks();
  setToken('token');
});

it('asks about each owned project, keeps the answers after a conflict, and shows how long the account can be restored', async () => {
  const user = userEvent.setup();
  const message = '“Tern launch”: the new owner must be another member';
  answers = [
    of({ errors: [{ message, extensions: { code: 'VALIDATION_FAILED', fields: { projects: [message] } } }] }),
    of({
      data: {
        deleteAccount: { __typename: 'DeleteAccountPayload', deletionAt: '2026-12-06T12:00:00.000Z' },
      },
    }),
  ];
  renderPart(
    link,
    <Routes>
      <Route path="/settings" element={<DeleteAccountDialog open onClose={() => undefined} />} />
      <Route path="/goodbye" element={<GoodbyePage />} />
    </Routes>,
    { me: mara, path: '/settings' },
  );
  const fate = () => screen.findByRole('combobox', { name: /Tern launch/ });
  const choose = async (words: string): Promise<void> => {
    await user.click(await fate());
    await user.click(await screen.findByRole('option', { name: words }));
  };
  await fate();
  const names = within(screen.getByRole('list')).getAllByRole('listitem');
  expect(names.map((item) => item.querySelector('bdi')?.textContent)).toEqual(['Tern launch', 'Only mine']);
  const submit = () => user.click(screen.getByRole('button', { name: 'Delete my account' }));
  await submit();
  expect(await screen.findByText('Shared project: transfer or delete it')).toBeVisible();
  for (const words of ['Current password is required', 'Code is required']) {
    expect(screen.getByText(words)).toBeVisible();
  }
  expect(sent).toEqual([]);

  await user.type(screen.getByLabelText('Current password'), 'Granite7stones');
  await user.type(screen.getByLabelText('Code'), '123456');
  await submit();
  await waitFor(async () => expect(await fate()).toHaveFocus());
  expect(sent).toEqual([]);
  await choose('Transfer to Jon Reyes');
  heirs = heirs.filter(({ userId }) => userId !== 'u2');
  await submit();
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  expect(await screen.findByText('Shared project: transfer or delete it')).toBeVisible();
  expect(screen.getByLabelText('Current password')).toHaveValue('Granite7stones');
  await choose('Transfer to Uma Lind');
  await submit();
  expect(await screen.findByRole('status')).toHaveTextContent('Your account will be deleted on December 6, 2026.');
  const proof = { currentPassword: 'Granite7stones', code: '123456' };
  expect(sent).toEqual([
    { ...proof, projects: [{ projectId: 'p1', newOwnerId: 'u2' }] },
    { ...proof, projects: [{ projectId: 'p1', newOwnerId: 'u3' }] },
  ]);
  await waitFor(() => expect(getToken()).toBeNull());
});
