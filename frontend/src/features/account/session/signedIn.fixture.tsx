import { ApolloLink } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import type { ReactNode } from 'react';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { of, throwError, type Observable } from 'rxjs';
import { expect } from 'vitest';
import { makeClient } from '../../../sync/client/client';
import { SessionProvider } from './SessionProvider';
import { setToken } from './token';

export const mara = {
  __typename: 'User' as const,
  id: 'u1',
  firstName: 'Mara',
  lastName: 'Okafor',
  name: 'Mara Okafor',
  username: 'mara',
  email: 'mara@tern.example',
  avatar: null,
  createdAt: '2026-05-30T12:00:00.000Z',
  updatedAt: '2026-11-17T12:00:00.000Z',
  isAdmin: false,
  epoch: 'e1',
  deletionAt: null,
  positions: [],
};

type Input = Record<string, unknown>;
export type Answers = Record<string, (input: Input) => Observable<ApolloLink.Result>>;

/** The inputs that were sent, by operation. */
export const sent: Record<string, Input[]> = {};
export const forgetSent = (): void => {
  for (const name of Object.keys(sent)) delete sent[name];
};

/** A link with these answers, which notes what is sent. */
export const answering = (answers: Answers): ApolloLink =>
  new ApolloLink(({ operationName = '', variables }) => {
    const input = (variables.input ?? {}) as Input;
    (sent[operationName] ??= []).push(input);
    return answers[operationName]?.(input) ?? throwError(() => new Error(`No answer to ${operationName}`));
  });

/** Renders a part of the app for Mara. */
export const showSignedIn = async (page: ReactNode, answers: Answers = {}) => {
  setToken('token');
  const client = makeClient(answering({ Me: () => of({ data: { me: mara } }), ...answers }));
  const { container } = render(
    <ApolloProvider client={client}>
      <SessionProvider>
        <MemoryRouter>{page}</MemoryRouter>
      </SessionProvider>
    </ApolloProvider>,
  );
  await waitFor(() => expect(screen.queryByText('Loading')).toBeNull());
  return { user: userEvent.setup(), client, container };
};
