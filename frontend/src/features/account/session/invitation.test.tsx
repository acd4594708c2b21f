import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { dropQueue, readQueue } from '../../../sync/outbox/store';
import { notify } from '../../../ui/notify';
import { InvitationPage } from '../../../pages/InvitationPage';
import { refused, restAnswers, type RestAnswer } from './rest.fixture';
import { getToken, setToken } from './token';
// Here the tests wait for no file of its own.
import '../../../pages/SwitchAccountDialog';

vi.mock('../../../ui/notify');

vi.mock('../../../sync/outbox/store', () => ({
  readQueue: vi.fn<typeof readQueue>(() => Promise.resolve([])),
  dropQueue: vi.fn<typeof dropQueue>(() => Promise.resolve()),
}));

const invitation = {
  projectName: 'Tern launch',
  inviter: 'Mara Okafor',
  email: 'jon@yard.example',
  role: 'MEMBER',
  expiresAt: '2026-12-06T12:00:00.000Z',
};
const told = (data: unknown) => () => Response.json({ data });
const USED = 'This invitation was already used. Each works once.';
const over = () => refused('VALIDATION_FAILED', USED, { token: [USED] });

const Place = () => <p>{useLocation().pathname}</p>;

const show = (answers: Record<string, RestAnswer> = {}, path = '/invitation?token=t0ken') => {
  restAnswers({
    'invitations/preview': told(invitation),
    'invitations/accept': told({ projectId: 'p1' }),
    me: told({ user: { id: 'u1', name: 'Wen Zhao', email: 'wen@tern.example' } }),
    logout: () => new Response(null, { status: 204 }),
    ...answers,
  });
  render(
    <MemoryRouter initialEntries={[path]}>
      <Routes>
        <Route path="/invitation" element={<InvitationPage />} />
        <Route path="*" element={<Place />} />
      </Routes>
    </MemoryRouter>,
  );
  return userEvent.setup();
};
const join = () => screen.findByRole('button', { name: 'Join project' });

beforeEach(() => {
  vi.clearAllMocks();
  sessionStorage.clear();
  act(() => setToken(null));
});

describe('the page of an invitation', () => {
  it('names the signed-in account, joins the project by one press, and opens its board', async () => {
    setToken('session');
    const accept = vi.fn<RestAnswer>(told({ projectId: 'p1' }));
    const user = show({ 'invitations/accept': accept });
    expect(await screen.findByText('Wen Zhao (wen@tern.example)')).toBeVisible();
    await user.click(await join());
    expect(await screen.findByText('/projects/p1')).toBeVisible();
    expect(accept).toHaveBeenCalledExactlyOnceWith({ token: 't0ken' });
    expect(notify.success).toHaveBeenCalledWith('You joined Tern launch');
  });

  it('fills in the email address, and joins the project after the sign-in', async () => {
    const user = show({ login: told({ user: { id: 'u1' }, tokens: { accessToken: 'session' } }) });
    await user.click(await screen.findByRole('button', { name: 'sign in' }));
    expect(screen.getByLabelText('Email')).toHaveValue('jon@yard.example');
    expect(screen.getByLabelText('Password')).toHaveFocus();
    await user.type(screen.getByLabelText('Password'), 'Secret123{Enter}');
    expect(await screen.findByText('/projects/p1')).toBeVisible();
  });

  it('says why this account cannot join, and accepts another one', async () => {
    setToken('session');
    const user = show({ 'invitations/accept': () => refused('FORBIDDEN', 'Only jon@yard.example can accept it.') });
    await user.click(await join());
    expect(await screen.findByRole('alert')).toHaveTextContent('Only jon@yard.example can accept it.');
    localStorage.setItem('recent-commands', '["newTask"]');
    await user.click(screen.getByRole('button', { name: 'Switch account' }));
    expect(await screen.findByRole('button', { name: 'Create account and join' })).toBeVisible();
    expect(getToken()).toBeNull();
    expect(localStorage.getItem('recent-commands')).toBeNull();
    expect(screen.getByLabelText('Email')).toHaveValue('jon@yard.example');
  });

  it('asks before it discards unsent changes, or keeps them and the session', async () => {
    setToken('session');
    vi.mocked(readQueue).mockResolvedValue([{} as Awaited<ReturnType<typeof readQueue>>[number]]);
    const user = show();
    await user.click(await screen.findByRole('button', { name: 'Switch account' }));
    await screen.findByRole('alertdialog', { name: '1 change not synced' });
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect([getToken(), vi.mocked(dropQueue).mock.calls]).toEqual(['session', []]);
    await user.click(screen.getByRole('button', { name: 'Switch account' }));
    await user.click(await screen.findByRole('button', { name: 'Discard and sign out' }));
    expect(await screen.findByRole('button', { name: 'Create account and join' })).toBeVisible();
    expect([getToken(), vi.mocked(dropQueue).mock.calls]).toEqual([null, [['u1']]]);
  });

  it('asks to sign in again if the session has ended', async () => {
    setToken('session');
    const user = show({ 'invitations/accept': () => refused('UNAUTHENTICATED', 'Please sign in') });
    await user.click(await join());
    expect(await screen.findByRole('button', { name: 'Create account and join' })).toBeVisible();
    expect(notify.error).toHaveBeenCalledExactlyOnceWith('Session expired. Please login again.');
  });

  it('stays open without a connection, and can be retried', async () => {
    setToken('session');
    const accept = vi
      .fn<RestAnswer>()
      .mockRejectedValueOnce(new TypeError('no connection'))
      .mockImplementation(told({ projectId: 'p1' }));
    const read = vi
      .fn<RestAnswer>()
      .mockRejectedValueOnce(new TypeError('no connection'))
      .mockImplementation(told(invitation));
    const user = show({ 'invitations/accept': accept, 'invitations/preview': read });
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    await user.click(await join());
    await waitFor(() => expect(notify.error).toHaveBeenCalledWith('Network error. Please check your connection.'));
    await user.click(await join());
    expect(await screen.findByText('/projects/p1')).toBeVisible();
  });
});

describe('an invitation that is over', () => {
  it('still opens the project for a member', async () => {
    setToken('session');
    show({ 'invitations/preview': over });
    expect(await screen.findByText('/projects/p1')).toBeVisible();
  });

  it.each([null, 'session'])('explains what to do (signed in: %j)', async (token) => {
    setToken(token);
    show({ 'invitations/preview': over, 'invitations/accept': over });
    expect(await screen.findByRole('heading', { name: 'This invitation is no longer valid' })).toBeVisible();
    expect(screen.getByText(USED)).toBeVisible();
    expect(screen.getByRole('link')).toHaveAttribute('href', '/projects');
    expect(notify.error).not.toHaveBeenCalled();
  });

  it('is one whose link is not complete, without a request', async () => {
    show({ 'invitations/preview': () => Promise.reject(new Error('asked')) }, '/invitation');
    expect(await screen.findByText('This link is incomplete. Open it from the email again.')).toBeVisible();
  });
});
