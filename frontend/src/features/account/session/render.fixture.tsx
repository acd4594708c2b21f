import type { ApolloLink, ApolloClient } from '@apollo/client';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { withClient } from './withClient.fixture';

interface Place {
  me?: object;
  path?: string;
}

/** Renders a part of the app over a client or the answers of a link, for a person and at an address. */
export const renderPart = (
  source: ApolloLink | ApolloClient,
  part: ReactNode,
  { me = { id: 'u1' }, path = '/' }: Place = {},
) => {
  const Client = withClient(source, me);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Client>
      <MemoryRouter initialEntries={[path]}>{children}</MemoryRouter>
    </Client>
  );
  return render(part, { wrapper });
};
