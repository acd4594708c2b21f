import { act, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import { writeDraft } from '../../../lib/drafts';
import { OidcPage } from '../../../pages/OidcPage';
import { notify } from '../../../ui/notify';
import { restAnswers } from './rest.fixture';
import { mara } from './signedIn.fixture';
import { setToken } from './token';

vi.mock('../../../ui/notify');

const Place = () => {
  const { pathname, search } = useLocation();
  return <p>{pathname + search}</p>;
};

/** Returns from the provider to a sign-in that began at an invitation. */
const comeBack = (answer: object): void => {
  writeDraft('oidc:s1', { verifier: 'v1', from: 'null', invitation: 't0ken', door: '/invitation?token=t0ken' });
  restAnswers({ 'oidc/complete': () => Response.json({ data: answer }) });
  render(
    <MemoryRouter initialEntries={['/oidc?state=s1&code=c1']}>
      <Routes>
        <Route path="/oidc" element={<OidcPage />} />
        <Route path="*" element={<Place />} />
      </Routes>
    </MemoryRouter>,
  );
};

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
