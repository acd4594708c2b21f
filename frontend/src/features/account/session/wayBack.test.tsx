import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { notify } from '../../../ui/notify';
import { ForgotPasswordPage } from '../../../pages/ForgotPasswordPage';
import { ResetPasswordPage } from '../../../pages/ResetPasswordPage';
import { RevertEmailPage } from '../../../pages/RevertEmailPage';
import { refused, restAnswers, type RestAnswer } from './rest.fixture';
import { getToken, setToken } from './token';

vi.mock('../../../ui/notify');

const told = (message: string) => Response.json({ data: { message } });

const Login = () => (
  <>
    <h1>Sign in</h1>
    <p>{useLocation().search}</p>
  </>
);

const ended: RestAnswer = () => refused('UNAUTHENTICATED', 'Please sign in');

const show = (path: string, answer?: RestAnswer, me = ended): void => {
  restAnswers({ 'forgot-password': answer, 'reset-password': answer, 'email/revert': answer, me });
  render(
    <MemoryRouter initialEntries={[path]}>
      <Routes>
        <Route path="/login" element={<Login />} />
        <Route path="/forgot-password" element={<ForgotPasswordPage />} />
        <Route path="/reset-password" element={<ResetPasswordPage />} />
        <Route path="/revert-email" element={<RevertEmailPage />} />
      </Routes>
    </MemoryRouter>,
  );
};

beforeEach(() => {
  vi.clearAllMocks();
  act(() => setToken(null));
});

describe('a forgotten password', () => {
  const ask = async (email: string) => {
    const user = userEvent.setup();
    if (email) await user.type(screen.getByLabelText('Email'), email);
    await user.click(screen.getByRole('button', { name: 'Send reset link' }));
  };

  it.each([
    ['', 'Email is required'],
    ['mara', 'Invalid email'],
  ])('needs an address: %j', async (email, message) => {
    show('/forgot-password');
    await ask(email);
    expect(await screen.findByText(message)).toBeVisible();
  });

  it('shows the message of the server, and focuses it', async () => {
    show('/forgot-password', () => told('A link is on its way.'));
    await ask('mara@tern.example');
    expect(await screen.findByText('A link is on its way.')).toHaveFocus();
    expect(screen.queryByLabelText('Email')).toBeNull();
    await userEvent.setup().click(screen.getByRole('link', { name: 'Sign in' }));
    expect(screen.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  });

  it('keeps the address if the request failed', async () => {
    show('/forgot-password', () => refused('RATE_LIMITED', 'Too many attempts'));
    await ask('mara@tern.example');
    await waitFor(() => expect(notify.error).toHaveBeenCalledWith('Too many attempts'));
    expect(screen.getByLabelText('Email')).toHaveValue('mara@tern.example');
  });
});

describe('the link of the mail', () => {
  const choose = async (password: string, confirm: string) => {
    const user = userEvent.setup();
    if (password) await user.type(screen.getByLabelText('New password'), password);
    if (confirm) await user.type(screen.getByLabelText('Confirm password'), confirm);
    await user.click(screen.getByRole('button', { name: 'Reset password' }));
  };

  it.each([
    ['', '', 'Password is required'],
    ['', '', 'Confirm password is required'],
    ['Sho1', 'Sho1', 'Password must be at least 8 characters'],
    ['Secret123', 'Secret124', 'Passwords must match'],
  ])('asks for a password by the rules: %j, %j', async (password, confirm, message) => {
    show('/reset-password?token=t1');
    await choose(password, confirm);
    expect(await screen.findByText(message)).toBeVisible();
  });

  it('sets the password, ends the session of this browser, and opens the login page', async () => {
    act(() => setToken('old'));
    let sent: unknown;
    show('/reset-password?token=t1', (input) => {
      sent = input;
      return told('Please sign in.');
    });
    await choose('Secret123', 'Secret123');
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(notify.success).toHaveBeenCalledWith('Please sign in.');
    expect(sent).toEqual({ token: 't1', password: 'Secret123' });
    expect(getToken()).toBeNull();
  });

  it('leads administrators to the fields for a password where other people have none', async () => {
    document.head.innerHTML = '<meta name="passwords" content="off">';
    show('/reset-password?token=t1', () => told('Please sign in.'));
    await choose('Secret123', 'Secret123');
    expect(await screen.findByText('?password')).toBeVisible();
    document.head.innerHTML = '';
  });

  it.each<[string, RestAnswer]>([
    ['of another account', () => Response.json({ data: {} })],
    ['that cannot be checked now', () => refused('UNAVAILABLE', 'Not now')],
  ])('keeps a sign-in of this browser %s', async (_, me) => {
    act(() => setToken('other'));
    show('/reset-password?token=t1', () => told('Please sign in.'), me);
    await choose('Secret123', 'Secret123');
    await waitFor(() => expect(notify.success).toHaveBeenCalledWith('Please sign in.'));
    expect(getToken()).toBe('other');
  });

  it('says at the form that the link was already used, and links to a new request', async () => {
    show('/reset-password?token=t1', () =>
      refused('VALIDATION_FAILED', 'Refused', { token: ['This link is no longer valid.'] }),
    );
    await choose('Secret123', 'Secret123');
    expect(await screen.findByRole('alert')).toHaveTextContent('This link is no longer valid.');
    expect(notify.error).not.toHaveBeenCalled();
    await userEvent.setup().click(screen.getByRole('link', { name: 'Request a new link' }));
    expect(screen.getByLabelText('Email')).toBeVisible();
  });

  it('says that the link is incomplete', () => {
    show('/reset-password');
    expect(screen.getByRole('alert')).toHaveTextContent('This link is incomplete.');
    expect(screen.queryByLabelText('New password')).toBeNull();
  });
});

describe('the link that reverts an email change', () => {
  const takeBack = () => userEvent.setup().click(screen.getByRole('button', { name: 'Restore email' }));

  it('does nothing when opened; when confirmed, ends the session and explains the next step', async () => {
    act(() => setToken('old'));
    const sent: unknown[] = [];
    show('/revert-email?token=t1', (input) => {
      sent.push(input);
      return told('Your e-mail address is back.');
    });
    expect(screen.getByText(/signs out all devices/)).toBeVisible();
    expect(sent).toEqual([]);
    await takeBack();
    expect(await screen.findByText('Your e-mail address is back.')).toHaveFocus();
    expect(screen.getByText(/choose a new password/)).toBeVisible();
    expect(sent).toEqual([{ token: 't1' }]);
    expect(getToken()).toBeNull();
  });

  it('keeps the session of another account', async () => {
    act(() => setToken('other'));
    show(
      '/revert-email?token=t1',
      () => told('Your e-mail address is back.'),
      () => Response.json({ data: {} }),
    );
    await takeBack();
    expect(await screen.findByText('Your e-mail address is back.')).toBeVisible();
    expect(getToken()).toBe('other');
  });

  it('says that the link was already used, and what remains to do', async () => {
    show('/revert-email?token=t1', () =>
      refused('VALIDATION_FAILED', 'Refused', { token: ['This link is no longer valid.'] }),
    );
    await takeBack();
    expect(await screen.findByRole('alert')).toHaveTextContent('This link is no longer valid.');
    expect(screen.getByText(/contact your administrator/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Restore email' })).toBeNull();
    expect(notify.error).not.toHaveBeenCalled();
  });

  it('says that the link is incomplete', () => {
    show('/revert-email');
    expect(screen.getByRole('alert')).toHaveTextContent('This link is incomplete.');
    expect(screen.queryByRole('button', { name: 'Restore email' })).toBeNull();
  });
});
