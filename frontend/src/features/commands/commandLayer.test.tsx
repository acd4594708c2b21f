import { ApolloLink } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { NEVER } from 'rxjs';
import { expect, it, vi } from 'vitest';
import { makeClient } from '../../sync/client/client';
import { CommandLayer } from './CommandLayer';

vi.mock('./CommandProvider', () => ({
  useCommandState: () => ({ shown: { what: 'newTask' }, show: () => undefined }),
}));
vi.mock('../tasks/create/createForms', () => ({
  CreateTaskDialog: ({ projectId = 'none' }: { projectId?: string }) => <p>{`Project: ${projectId}`}</p>,
}));

it.each([
  ['/projects/p1/list', 'p1'],
  ['/tasks?project=p1', 'p1'],
  ['/tasks?project=p1&project=p2', 'none'],
  ['/tasks', 'none'],
])('a new task at %s belongs to: %s', async (address, project) => {
  render(
    <ApolloProvider client={makeClient(new ApolloLink(() => NEVER))}>
      <MemoryRouter initialEntries={[address]}>
        <CommandLayer />
      </MemoryRouter>
    </ApolloProvider>,
  );
  expect(await screen.findByText(`Project: ${project}`)).toBeVisible();
});
