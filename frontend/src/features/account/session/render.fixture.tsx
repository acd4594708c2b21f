import { ApolloLink, type ApolloClient } from '@apollo/client';
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

/** Returns a wrapper for hooks that use a client or the answers of a link. */
export const wrapperOf = (source: ApolloLink | ApolloClient) => {
  const client = source instanceof ApolloLink ? makeClient(source) : source;
  return ({ children }: { children: ReactNode }) => <ApolloProvider client={client}>{children}</ApolloProvider>;
};

/** Renders a part of the app over a client or the answers of a link, for a person and at an address. */
export const renderPart = (
  source: ApolloLink | ApolloClient,
  part: ReactNode,
  { me = { id: 'u1' }, path = '/' }: Place = {},
) => {
  const Client = wrapperOf(source);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Client>
      <SessionContext value={me as CurrentUserFragment}>
        <MemoryRouter initialEntries={[path]}>{children}</MemoryRouter>
      </SessionContext>
    </Client>
  );
  return render(part, { wrapper });
};
