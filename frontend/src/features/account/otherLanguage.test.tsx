import { ApolloLink } from '@apollo/client';
import { act, render, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { NEVER } from 'rxjs';
import { beforeAll, expect, it, vi } from 'vitest';
import { registerFormSchema } from '@contract/auth';
import { formResolver } from '../../lib/formResolver';
import { loadReasonWords, refusalText } from '../../lib/reasonWords';
import { InvitationPage } from '../../pages/InvitationPage';
import { OidcPage } from '../../pages/OidcPage';
import { ResetPasswordPage } from '../../pages/ResetPasswordPage';
import { withClient } from './session/withClient.fixture';
import { notify } from '../../ui/notify';
import { refused, restAnswers, type RestAnswer } from './session/rest.fixture';
import { setToken } from './session/token';
import { TwoFactorForm } from './session/TwoFactorForm';
import { apiTokenFormSchema, emptyApiToken } from './settings/apiTokenForm';
import { usePicture } from './settings/usePicture';

/* Without a catalogue, the translated messages are the app's own English ones, and not the contract's and the server's. */
vi.mock('../../language/language', async (load) => ({ ...(await load<object>()), LANGUAGE: 'de', LOCALE: 'de' }));
vi.mock('../../ui/notify', () => ({ notify: { error: vi.fn<(message: string) => string>() } }));

const open = (page: ReactNode, address = '/', answers: Record<string, RestAnswer> = {}) => {
  restAnswers(answers);
  render(<MemoryRouter initialEntries={[address]}>{page}</MemoryRouter>);
  return userEvent.setup();
};

beforeAll(loadReasonWords);

it('forms say that passwords differ, even if another field is invalid', async () => {
  const values = { firstName: '', lastName: 'L', username: 'mara', email: 'm@tern.example' };
  const passwords = { password: 'short', confirmPassword: 'other' };
  const options = { fields: {}, criteriaMode: 'all', shouldUseNativeValidation: undefined } as const;
  const { errors } = await formResolver(registerFormSchema)({ ...values, ...passwords }, undefined, options);
  expect(errors).toMatchObject({
    firstName: { message: 'Fill in this field.' },
    password: { message: 'Enter at least 8 characters.' },
    confirmPassword: { message: 'The passwords don’t match.' },
  });
});

it('forms keep their own messages', async () => {
  const values = { ...emptyApiToken, name: 'CI', currentPassword: 'Secret123', life: 'other' as const, expiresAt: '?' };
  const options = { fields: {}, criteriaMode: 'firstError', shouldUseNativeValidation: undefined } as const;
  const { errors } = await formResolver(apiTokenFormSchema(false))(values, undefined, options);
  expect(errors.expiresAt?.message).toMatch(/^Enter a date/);
});

it('the page for a new password says that the two differ', async () => {
  const user = open(<ResetPasswordPage />, '/reset-password?token=t1');
  await user.type(screen.getByLabelText('New password'), 'Secret123');
  await user.type(screen.getByLabelText('Confirm password'), 'Secret124{Enter}');
  expect(await screen.findByText('The passwords don’t match.')).toBeVisible();
});

it('refusals without a translation are never shown in English', async () => {
  const user = open(<TwoFactorForm challenge="c1" onDone={vi.fn<() => void>()} onOver={vi.fn<() => void>()} />, '/', {
    'login/two-factor': () => refused('UNAUTHENTICATED', 'Please begin anew.'),
  });
  await user.type(screen.getByLabelText('Code'), '123456{Enter}');
  await waitFor(() => expect(notify.error).toHaveBeenCalledExactlyOnceWith('Login failed'));
});

it('an invitation says whose it is', async () => {
  act(() => setToken('session'));
  const invitation = {
    projectName: 'Tern launch',
    inviter: 'Mara Okafor',
    email: 'jon@yard.example',
    role: 'OWNER',
    expiresAt: '2026-12-06T12:00:00.000Z',
  };
  const user = open(<InvitationPage />, '/invitation?token=t0ken', {
    'invitations/preview': () => Response.json({ data: invitation }),
    'invitations/accept': () => refused('FORBIDDEN', 'Only jon@yard.example can accept it.'),
    me: () => Response.json({ data: { user: { name: 'Wen Zhao', email: 'wen@tern.example' } } }),
  });
  await user.click(await screen.findByRole('button', { name: 'Join project' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'This grants owner access, so only jon@yard.example can accept it.',
  );
  act(() => setToken(null));
});

it('refusals about the provider have its name', async () => {
  document.head.innerHTML = '<meta name="provider" content="Auth0">';
  expect(refusalText('Passwords are turned off on this server. Continue with Auth0.', undefined)).toBe(
    'Passwords are off on this server. Continue with Auth0.',
  );
  sessionStorage.setItem('draft:oidc:s1', JSON.stringify({ verifier: 'v1', from: '', invitation: '', door: '/login' }));
  open(<OidcPage />, '/oidc?state=s1&code=c1', {
    'oidc/complete': () =>
      refused('FORBIDDEN', 'Auth0 did not ask you to sign in again. Sign out there and try again.'),
  });
  expect(await screen.findByText(/^Auth0 didn’t ask you/)).toBeVisible();
  document.head.innerHTML = '';
});

it('a picture is too large', () => {
  const { result } = renderHook(usePicture, { wrapper: withClient(new ApolloLink(() => NEVER)) });
  act(() => result.current.set(new File([new Uint8Array(6 * 1024 * 1024)], 'photo.png')));
  expect(result.current.error).toBe('The picture is too large.');
});
