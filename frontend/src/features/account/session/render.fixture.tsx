import type { ApolloLink } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { makeClient } from '../../../sync/client/client';
import type { CurrentUserFragment } from './CurrentUser.generated';
import { SessionContext } from './SessionContext';

interface Place {
  me?: object;
  path?: string;
}

/** Renders a part of the app with the answers of a link, for a person and at an address. */
export const renderPart = (link: ApolloLink, part: ReactNode, { me = { id: 'u1' }, path = '/' }: Place = {}) =>
  render(
    <ApolloProvider client={makeClient(link)}>
      <SessionContext value={me as CurrentUserFragment}>
        <MemoryRouter initialEntries={[path]}>{part}</MemoryRouter>
      </SessionContext>
    </ApolloProvider>,
  );

/** Returns a wrapper for hooks that use the answers of a link. */
export const wrapperOf = (link: ApolloLink) => {
  const client = makeClient(link);
  return ({ children }: { children: ReactNode }) => <ApolloProvider client={client}>{children}</ApolloProvider>;
};
