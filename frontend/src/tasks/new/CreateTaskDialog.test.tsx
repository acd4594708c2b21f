import { ApolloLink } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NEVER, Subject } from 'rxjs';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeClient } from '../../graphql/client';
import type { CurrentUserFragment } from '../../session/CurrentUser.generated';
import { SessionContext } from '../../session/SessionContext';
import { CreateTaskDialog } from './CreateTaskDialog';

const TERN = '019a9f5e-8c3b-7a50-9d2e-3f1f6f0c2b7d';
const HERON = '019a9f5e-8c3b-7a50-9d2e-3f1f6f0c2b7e';

const project = (id: string) => ({
  __typename: 'Project',
  id,
  name: `Project ${id}`,
  description: '',
  color: '#336699',
  archivedAt: null,
  version: 1,
  revision: 1,
  memberCount: 1,
  createdAt: '2026-05-30T12:00:00.000Z',
});

beforeEach(() => localStorage.clear());

/** The form for a new task, whose projects are answered by and by; what it sends is never answered. */
const setUp = () => {
  const projects = new Subject<ApolloLink.Result>();
  const sent: unknown[] = [];
  const link = new ApolloLink(({ operationName, variables }) => {
    if (operationName === 'Projects') return projects;
    if (operationName === 'ProjectMembers') return NEVER;
    sent.push(variables['input']);
    return NEVER;
  });
  render(
    <ApolloProvider client={makeClient(link)}>
      <SessionContext value={{ id: 'mara' } as CurrentUserFragment}>
        <CreateTaskDialog open onOpenChange={() => undefined} />
      </SessionContext>
    </ApolloProvider>,
  );
  const answer = (...ids: string[]): void => {
    const pageInfo = { __typename: 'PageInfo', hasNextPage: false, endCursor: null };
    const nodes = ids.map(project);
    const connection = { __typename: 'ProjectConnection', totalCount: nodes.length, pageInfo, nodes };
    act(() => projects.next({ data: { projects: connection } }));
  };
  return { sent, answer };
};

const send = async (title: string): Promise<void> => {
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Title'), title);
  await user.keyboard('{Enter}');
};

describe('a new task that is sent before the projects are known', () => {
  it('waits for them, and goes to the only one', async () => {
    const { sent, answer } = setUp();
    await send('Book freight');
    expect(screen.queryByText('Project is required')).toBeNull();
    expect(sent).toEqual([]);
    answer(TERN);
    await waitFor(() => expect(sent).toMatchObject([{ title: 'Book freight', projectId: TERN }]));
  });

  it('asks which of several', async () => {
    const { sent, answer } = setUp();
    await send('Book freight');
    answer(TERN, HERON);
    expect(await screen.findByText('Project is required')).toBeDefined();
    expect(sent).toEqual([]);
  });
});
