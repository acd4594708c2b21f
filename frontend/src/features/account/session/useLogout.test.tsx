import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { of } from 'rxjs';
import { afterEach, expect, it, vi } from 'vitest';
import { SignOutGuardContext } from './signOutGuard';
import { getToken, setToken } from './token';
import { useLogout } from './useLogout';

afterEach(() => setToken(null));

const signOut = async (maySignOut: boolean) => {
  const asked = vi.fn(() => of({ data: { logout: { __typename: 'LogoutPayload', sessionId: 's' } } }));
  const client = new ApolloClient({ cache: new InMemoryCache(), link: new ApolloLink(asked) });
  const discard = vi.fn(() => Promise.resolve());
  const guard = { maySignOut: () => Promise.resolve(maySignOut), discard };
  const { result } = renderHook(() => useLogout(), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <ApolloProvider client={client}>
        <SignOutGuardContext value={guard}>{children}</SignOutGuardContext>
      </ApolloProvider>
    ),
  });
  setToken('token');
  const tokens: (string | null)[] = [];
  discard.mockImplementation(() => {
    tokens.push(getToken());
    return Promise.resolve();
  });
  await act(() => result.current[0]());
  return { asked, tokens };
};

it('stays signed in if the person keeps the data that a sign-out would discard', async () => {
  const { asked, tokens } = await signOut(false);
  expect([asked.mock.calls.length, tokens, getToken()]).toEqual([0, [], 'token']);
});

it('discards the data before the session ends', async () => {
  const { asked, tokens } = await signOut(true);
  expect([asked.mock.calls.length, tokens, getToken()]).toEqual([1, ['token'], null]);
});
