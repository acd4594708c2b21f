import { ApolloLink } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter, Outlet, Route, Routes, useLocation } from 'react-router-dom';
import { of, throwError, type Observable } from 'rxjs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { makeClient } from '../../../sync/client/client';
import { notify } from '../../../ui/notify';
import { mara } from './signedIn.fixture';
import { PostLoginRedirect, RedirectIfAuthed, RequireAuth } from './guards';
import { LoginPage } from '../../../pages/LoginPage';
import { RegisterPage } from '../../../pages/RegisterPage';
import { refused, restAnswers, type RestAnswer } from './rest.fixture';
import { useCurrentUser } from './SessionContext';
import { clearAfterSignIn, SessionProvider } from './SessionProvider';
import { expireSession, getToken, setToken } from './token';
import { useLogout } from './useLogout';

vi.mock('../../../ui/notify');

const EXPIRED = 'Session expired. Please login again.';

const entered = (user = mara) => Response.json({ data: { user, tokens: { accessToken: 'new-token' } } });

const me = () => of({ data: { me: mara } });

interface Answers {
  /** By GraphQL, by operation. */
  Me?: () => Observable<ApolloLink.Result>;
  Logout?: () => Observable<ApolloLink.Result>;
  /** By REST. */
  login?: RestAnswer;
  'login/two-factor'?: RestAnswer;
  register?: RestAnswer;
}

const Inside = () => {
  const user = useCurrentUser();
  const [logout] = useLogout();
  const { pathname, search, hash } = useLocation();
  return (
    <>
      <h1>Hello {user.firstName}</h1>
      <p>{pathname + search + hash}</p>
      <button type="button" onClick={() => void logout()}>
        Sign out
      </button>
    </>
  );
};

const show = (path: string, { login, register, 'login/two-factor': secondStep, ...answers }: Answers) => {
  restAnswers({ login, register, 'login/two-factor': secondStep });
  const link = new ApolloLink(
    ({ operationName }) =>
      ({ Me: me, ...answers })[operationName as 'Me' | 'Logout']?.() ??
      throwError(() => new Error(`No answer to ${operationName}`)),
  );
  const client = makeClient(link);
  clearAfterSignIn(client);
  const signedIn = (page: ReactNode) => (
    <ApolloProvider client={client}>
      <SessionProvider>{page}</SessionProvider>
    </ApolloProvider>
  );
  return render(
    <MemoryRouter initialEntries={[path]}>
      <Routes>
        <Route element={<RedirectIfAuthed page={<Outlet />}>{signedIn(<PostLoginRedirect />)}</RedirectIfAuthed>}>
          <Route path="/login" element={<LoginPage />} />
          <Route path="/register" element={<RegisterPage />} />
        </Route>
        <Route element={<RequireAuth>{signedIn(<Outlet />)}</RequireAuth>}>
          <Route path="*" element={<Inside />} />
        </Route>
      </Routes>
    </MemoryRouter>,
  );
};

const signIn = async (email = 'mara@tern.example', password = 'Secret123') => {
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Email'), email);
  await user.type(screen.getByLabelText('Password'), password);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
};

beforeEach(() => {
  vi.clearAllMocks();
  act(() => setToken(null));
});

describe('the guard', () => {
  it('redirects a visitor to sign-in and then to the requested page, with its search and hash', async () => {
    show('/board?task=7#notes', { login: () => entered() });
    await signIn();
    expect(await screen.findByText('/board?task=7#notes')).toBeVisible();
    expect(getToken()).toBe('new-token');
    expect(notify.success).toHaveBeenCalledWith('Welcome back!');
  });

  it('dismisses earlier messages after the sign-in', async () => {
    let answer: RestAnswer = () => refused('UNAUTHENTICATED', 'Invalid email or password');
    show('/login', { login: (input) => answer(input) });
    await signIn();
    await waitFor(() => expect(notify.error).toHaveBeenCalledExactlyOnceWith('Invalid email or password'));
    expect(notify.dismiss).not.toHaveBeenCalled();
    answer = () => entered();
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText('/dashboard')).toBeVisible();
    expect(notify.dismiss).toHaveBeenCalledExactlyOnceWith();
    expect(notify.dismiss).toHaveBeenCalledBefore(vi.mocked(notify.success));
  });

  it('opens the dashboard if no page was requested', async () => {
    show('/login', { login: () => entered() });
    await signIn();
    expect(await screen.findByText('/dashboard')).toBeVisible();
  });

  it('does not open the page that another person requested', async () => {
    setToken('kept');
    let user = mara;
    show('/projects/secret', { Me: () => of({ data: { me: user } }), login: () => entered(user) });
    await screen.findByText('Hello Mara');
    act(() => expireSession('kept'));
    user = { ...mara, id: 'u2' };
    await signIn();
    expect(await screen.findByText('/dashboard')).toBeVisible();
  });

  it('loads the user of a stored token and redirects from the login page', async () => {
    setToken('kept');
    show('/login', {});
    expect(await screen.findByText('Hello Mara')).toBeVisible();
  });

  it('keeps the token after a network failure and retries', async () => {
    setToken('kept');
    let online = false;
    show('/board', { Me: () => (online ? me() : throwError(() => new TypeError('Failed to fetch'))) });
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(getToken()).toBe('kept');
    // Said by the page that waits, and not by a toast as well.
    expect(screen.getByText('Network error. Please check your connection.')).toBeVisible();
    expect(notify.error).not.toHaveBeenCalled();
    online = true;
    await userEvent.click(again);
    expect(await screen.findByText('Hello Mara')).toBeVisible();
  });
});

describe('the end of a session', () => {
  it('shows one message for several refused requests, and ignores a late refusal of an earlier token', async () => {
    setToken('kept');
    show('/board', {});
    await screen.findByText('Hello Mara');
    act(() => {
      expireSession('earlier');
      expireSession('kept');
      expireSession('kept');
    });
    expect(await screen.findByLabelText('Email')).toBeVisible();
    expect(getToken()).toBeNull();
    // At once, and by the login page when it is there; messages with the same words are one toast.
    expect(vi.mocked(notify.error).mock.calls).toEqual([[EXPIRED], [EXPIRED]]);
  });

  it('shows its message once more on the login page if the first one was lost with its page', async () => {
    setToken('bad');
    expireSession('bad');
    vi.mocked(notify.error).mockClear();
    const { unmount } = show('/login', {});
    expect(await screen.findByLabelText('Email')).toBeVisible();
    expect(notify.error).toHaveBeenCalledExactlyOnceWith(EXPIRED);
    unmount();
    show('/login', {});
    expect(await screen.findByLabelText('Email')).toBeVisible();
    expect(notify.error).toHaveBeenCalledOnce();
  });

  it('shows no message on the login page after another sign-in', async () => {
    setToken('bad');
    expireSession('bad');
    setToken('good');
    setToken(null);
    vi.mocked(notify.error).mockClear();
    show('/login', {});
    expect(await screen.findByLabelText('Email')).toBeVisible();
    expect(notify.error).not.toHaveBeenCalled();
  });

  it('follows another tab', async () => {
    setToken('kept');
    show('/board', {});
    await screen.findByText('Hello Mara');
    localStorage.removeItem('token');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'token' })));
    expect(await screen.findByLabelText('Email')).toBeVisible();
  });

  it('follows a sign-out, and the next person sees no data of the last one', async () => {
    setToken('kept');
    const next = { ...mara, id: 'u2', firstName: 'Jonas' };
    let user = mara;
    show('/board', {
      Me: () => of({ data: { me: user } }),
      Logout: () => of({ data: { logout: { __typename: 'LogoutPayload', sessionId: 's1' } } }),
      login: () => entered((user = next)),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out' }));
    await signIn();
    expect(await screen.findByText('Hello Jonas')).toBeVisible();
  });

  it('does not happen if the sign-out fails', async () => {
    setToken('kept');
    show('/board', { Logout: () => of({ errors: [{ message: 'Oops', extensions: { code: 'INTERNAL' } }] }) });
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out' }));
    await waitFor(() => expect(notify.error).toHaveBeenCalledWith('Server error. Please try again later.'));
    expect(screen.getByText('Hello Mara')).toBeVisible();
    expect(getToken()).toBe('kept');
  });
});

describe('the login form', () => {
  it('names this browser, carries no token, and ends after ten seconds', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    show('/login', { login: () => refused('UNAUTHENTICATED', 'Invalid email or password') });
    await signIn();
    await waitFor(() => expect(notify.error).toHaveBeenCalled());
    const [address, init] = vi.mocked(fetch).mock.calls[0] ?? [];
    const headers = new Headers(init?.headers);
    expect([address, init?.method]).toEqual(['/api/auth/login', 'POST']);
    expect(headers.get('x-device')).toBe(localStorage.getItem('device'));
    expect(headers.has('authorization')).toBe(false);
    expect(timeout).toHaveBeenCalledWith(10_000);
  });

  it.each([
    ['nothing', () => Promise.reject(new TypeError('Failed to fetch')), 'Network error. Please check your connection.'],
    [
      'a page of a proxy',
      () => new Response('<h1>Bad Gateway</h1>', { status: 502 }),
      'Server error. Please try again later.',
    ],
    ['too many tries', () => refused('RATE_LIMITED', 'Too many attempts'), 'Too many attempts'],
    [
      'a server that has suspended the account',
      () => refused('FORBIDDEN', 'This account is suspended. Ask the people who run this server.'),
      'This account is suspended. Ask the people who run this server.',
    ],
    ['no JSON', () => new Response('<h1>Welcome</h1>'), 'Login failed'],
  ])('shows the reason when %s answers', async (_what, login, said) => {
    show('/login', { login });
    await signIn();
    await waitFor(() => expect(notify.error).toHaveBeenCalledExactlyOnceWith(said));
    expect(screen.getByLabelText('Email')).toHaveValue('mara@tern.example');
    expect(getToken()).toBeNull();
  });

  it('asks for both fields before it sends anything', async () => {
    const login = vi.fn<RestAnswer>();
    show('/login', { login });
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText('Email is required')).toBeVisible();
    expect(screen.getByText('Password is required')).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveFocus();
    expect(login).not.toHaveBeenCalled();
  });

  it("shows the server's refusal, keeps the email address and focuses the password", async () => {
    show('/login', { login: () => refused('UNAUTHENTICATED', 'Invalid email or password') });
    await signIn();
    await waitFor(() => expect(notify.error).toHaveBeenCalledExactlyOnceWith('Invalid email or password'));
    expect(screen.getByLabelText('Email')).toHaveValue('mara@tern.example');
    expect(screen.getByLabelText('Password')).toHaveFocus();
  });
});

describe('the second step of a sign-in', () => {
  const challenged = (lastsMs = 300_000) =>
    Response.json({
      data: { challenge: { token: 'c1', expiresAt: new Date(Date.now() + lastsMs).toISOString() } },
    });
  const enterCode = async (code: string, label = 'Code') => {
    const user = userEvent.setup();
    await user.type(await screen.findByLabelText(label), code);
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
  };

  it('sends the code with the challenge, and opens the requested page', async () => {
    const complete = vi.fn<RestAnswer>(() => entered());
    show('/projects/p1?tab=list#top', { login: () => challenged(), 'login/two-factor': complete });
    await signIn();
    expect(await screen.findByLabelText('Code')).toHaveFocus();
    expect(getToken()).toBeNull();
    await enterCode(' 123 456 ');
    expect(await screen.findByText('/projects/p1?tab=list#top')).toBeVisible();
    expect(complete).toHaveBeenCalledExactlyOnceWith({ challenge: 'c1', code: '123 456' });
    expect(notify.success).toHaveBeenCalledWith('Welcome back!');
    expect(sessionStorage.getItem('draft:secondStep')).toBeNull();
  });

  it('shows a wrong code at the field, and accepts a recovery code instead', async () => {
    show('/login', {
      login: () => challenged(),
      'login/two-factor': (input) =>
        (input as { code: string }).code === '8tzej-w57cf'
          ? entered()
          : refused('VALIDATION_FAILED', 'Refused', { code: ['This code is not valid.'] }),
    });
    await signIn();
    await enterCode('123456');
    expect(await screen.findByText('This code is not valid.')).toBeVisible();
    expect(screen.getByLabelText('Code')).toHaveFocus();
    expect(notify.error).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }));
    expect(screen.getByLabelText('Recovery code')).toHaveFocus();
    expect(screen.getByLabelText('Recovery code')).toHaveValue('');
    expect(screen.queryByText('This code is not valid.')).toBeNull();
    await enterCode('8tzej-w57cf', 'Recovery code');
    expect(await screen.findByText('Hello Mara')).toBeVisible();
  });

  it('starts over when the challenge has expired, keeps the email, and shows no message of an expired session', async () => {
    show('/login', {
      login: () => challenged(),
      'login/two-factor': () => refused('UNAUTHENTICATED', 'Please begin anew.'),
    });
    await signIn();
    await enterCode('123456');
    expect(await screen.findByLabelText('Password')).toHaveFocus();
    expect(screen.getByLabelText('Email')).toHaveValue('mara@tern.example');
    expect(screen.getByLabelText('Password')).toHaveValue('');
    expect(notify.error).toHaveBeenCalledExactlyOnceWith('Please begin anew.');
  });

  it.each([
    ['is still there after a reload', 300_000, 'Code'],
    ['is not asked for any more once it is over', -1, 'Email'],
  ])('%s', async (_what, lastsMs, label) => {
    const { unmount } = show('/login', { login: () => challenged(lastsMs) });
    await signIn();
    await screen.findByLabelText('Code');
    unmount();
    show('/login', {});
    expect(await screen.findByLabelText(label)).toBeVisible();
  });
});

describe('the registration form', () => {
  const fill = async (confirm: string, password = 'Secret123', email = 'mara@tern.example') => {
    const user = userEvent.setup();
    const typed = {
      'First name': 'Mara',
      'Last name': 'Okafor',
      Username: 'mara',
      Email: email,
      Password: password,
      'Confirm password': confirm,
    };
    for (const [label, text] of Object.entries(typed)) await user.type(await screen.findByLabelText(label), text);
    await user.click(screen.getByRole('button', { name: 'Create account' }));
  };

  it('does not send the repeated password', async () => {
    const register = vi.fn<RestAnswer>(() => entered());
    show('/register', { register });
    await fill('Secret123');
    expect(await screen.findByText('/dashboard')).toBeVisible();
    const { firstName, lastName, username, email } = mara;
    expect(register).toHaveBeenCalledWith({ firstName, lastName, username, email, password: 'Secret123' });
    expect(notify.success).toHaveBeenCalledWith('Account created successfully!');
  });

  it('opens the dashboard, whichever page was requested before', async () => {
    show('/board?task=7', { register: () => entered() });
    await userEvent.click(await screen.findByRole('link', { name: 'Sign up' }));
    await fill('Secret123');
    expect(await screen.findByText('/dashboard')).toBeVisible();
  });

  it('shows the password rule before it is broken', async () => {
    show('/register', {});
    expect(await screen.findByLabelText('Password')).toHaveAccessibleDescription(
      'At least 8 characters with an uppercase letter, a lowercase letter and a number.',
    );
  });

  it.each(["o'brien@tern.example", 'mara@localhost', 'mara@münchen.example'])(
    'takes an address like %s',
    async (email) => {
      const register = vi.fn<RestAnswer>(() => entered());
      sessionStorage.clear();
      show('/register', { register });
      await fill('Secret123', 'Secret123', email);
      expect(await screen.findByText('/dashboard')).toBeVisible();
      expect(register).toHaveBeenCalledOnce();
    },
  );

  it('compares the passwords', async () => {
    show('/register', {});
    await fill('Secret124');
    expect(await screen.findByText('Passwords must match')).toBeVisible();
  });

  it('compares the passwords even if the first is too short, and again after each change', async () => {
    show('/register', {});
    await fill('Secret123', 'Sho1');
    expect(await screen.findByText('Password must be at least 8 characters')).toBeVisible();
    expect(screen.getByText('Passwords must match')).toBeVisible();
    await userEvent.clear(screen.getByLabelText('Password'));
    await userEvent.type(screen.getByLabelText('Password'), 'Secret123');
    await waitFor(() => expect(screen.queryByText('Passwords must match')).toBeNull());
  });

  it('shows a refusal at its field, and nowhere else', async () => {
    const fields = { email: ['Email is already taken'] };
    show('/register', { register: () => refused('VALIDATION_FAILED', 'Invalid', fields) });
    await fill('Secret123');
    expect(await screen.findByText('Email is already taken')).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveFocus();
    expect(notify.error).not.toHaveBeenCalled();
  });

  it('restores the typed text after a reload, but no password', async () => {
    const { unmount } = show('/register', {});
    await fill('Secret124');
    unmount();
    show('/register', {});
    expect(await screen.findByLabelText('First name')).toHaveValue('Mara');
    expect(screen.getByLabelText('Password')).toHaveValue('');
    expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('Secret');
  });
});
