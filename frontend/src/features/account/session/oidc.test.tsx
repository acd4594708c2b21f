import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { writeDraft } from '../../../lib/drafts';
import { OidcPage } from '../../../pages/OidcPage';
import { notify } from '../../../ui/notify';
import { refused, restAnswers, type RestAnswer } from './rest.fixture';
import { mara } from './signedIn.fixture';
import { setToken } from './token';

vi.mock('../../../ui/notify');

const Place = () => {
  const { pathname, search, state } = useLocation();
  return (
    <>
      <p>{pathname + search}</p>
      <p>{JSON.stringify(state)}</p>
    </>
  );
};

const INVITATION = '/invitation?token=t0ken';
const AT_INVITATION = { verifier: 'v1', from: 'null', invitation: 't0ken', page: INVITATION, door: INVITATION };
const FROM_TASK = { from: '/tasks?task=t1', userId: null };
const AT_LOGIN = { verifier: 'v1', from: JSON.stringify(FROM_TASK), invitation: '', page: '/login', door: '/login' };
/** An administrator's invitation. */
const REGISTER = '/register?invitation=t0ken&email=mara%40tern.example';
const AT_REGISTER = { ...AT_LOGIN, from: 'null', invitation: 't0ken', page: REGISTER };

/** Returns from the provider to a sign-in. */
const show = (started: typeof AT_LOGIN, search: string, answer: RestAnswer): void => {
  writeDraft('oidc:s1', started);
  restAnswers({ 'oidc/complete': answer });
  render(
    <MemoryRouter initialEntries={[`/oidc?state=s1&${search}`]}>
      <Routes>
        <Route path="/oidc" element={<OidcPage />} />
        <Route path="*" element={<Place />} />
      </Routes>
    </MemoryRouter>,
  );
};

/** Returns from the provider to a sign-in that began at an invitation. */
const comeBack = (answer: object): void => show(AT_INVITATION, 'code=c1', () => Response.json({ data: answer }));

beforeEach(() => {
  vi.clearAllMocks();
  act(() => setToken(null));
});

it('welcomes a person who comes back from the provider to an invitation', async () => {
  comeBack({ challenge: null, user: mara, tokens: { accessToken: 'new-token' } });
  expect(await screen.findByText('/invitation?token=t0ken')).toBeVisible();
  expect(notify.success).toHaveBeenCalledExactlyOnceWith('Welcome back!');
});

it('does not welcome a person whose second factor is still missing', async () => {
  comeBack({ challenge: { token: 'c', expiresAt: '2099-01-01T00:00:00.000Z' }, user: null, tokens: null });
  expect(await screen.findByText('/invitation?token=t0ken')).toBeVisible();
  expect(notify.success).not.toHaveBeenCalled();
});

it.each([
  ['error=access_denied', AT_LOGIN, '/login', FROM_TASK],
  ['code=c1', AT_LOGIN, '/login', FROM_TASK],
  ['error=access_denied', AT_INVITATION, INVITATION, null],
  ['error=access_denied', AT_REGISTER, REGISTER, null],
])('leads back to the page where a failed sign-in began, which knows the requested page: %s', async (...test) => {
  const [search, started, place, state] = test;
  show(started, search, () => refused('UNAUTHENTICATED', 'The provider did not answer'));
  await userEvent.setup().click(await screen.findByRole('link', { name: 'Back to sign-in' }));
  expect(await screen.findByText(place)).toBeVisible();
  expect(screen.getByText(JSON.stringify(state))).toBeVisible();
});
