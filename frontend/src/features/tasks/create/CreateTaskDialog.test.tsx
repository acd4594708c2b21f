import { ApolloLink } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NEVER, of, Subject } from 'rxjs';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeClient } from '../../../sync/client/client';
import type { CurrentUserFragment } from '../../account/session/CurrentUser.generated';
import { SessionContext } from '../../account/session/SessionContext';
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
  isTemplate: false,
  isExample: false,
  viewerRole: 'OWNER',
  version: 1,
  revision: 1,
  memberCount: 1,
  createdAt: '2026-05-30T12:00:00.000Z',
});

const PEOPLE = {
  __typename: 'TeamPersonConnection',
  pageInfo: { __typename: 'PageInfo', hasNextPage: false, endCursor: null },
  nodes: [
    {
      __typename: 'TeamPerson',
      userId: 'lucia',
      user: {
        __typename: 'User',
        id: 'lucia',
        firstName: 'Lucia',
        lastName: 'Ramos',
        name: 'Lucia Ramos',
        username: 'lucia',
        avatar: null,
      },
    },
  ],
};

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

/** The form for a new task, whose projects are answered by and by; what it sends is never answered. */
const setUp = (lastProjectId: string | null = null) => {
  const projects = new Subject<ApolloLink.Result>();
  const sent: unknown[] = [];
  const link = new ApolloLink(({ operationName, variables }) => {
    if (operationName === 'Projects') return projects;
    if (operationName === 'ProjectMembers' || operationName === 'ProjectColumns') return NEVER;
    if (operationName === 'TaskCandidates') return of({ data: { people: PEOPLE } });
    if (operationName === 'LastProject') {
      return of({ data: { me: { __typename: 'User', id: 'mara', lastProjectId } } });
    }
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

  it('goes to the project of the latest change, on whatever device that was', async () => {
    const { sent, answer } = setUp(HERON);
    await send('Book freight');
    answer(TERN, HERON);
    await waitFor(() => expect(sent).toMatchObject([{ title: 'Book freight', projectId: HERON }]));
  });

  it('asks which of several', async () => {
    const { sent, answer } = setUp();
    await send('Book freight');
    answer(TERN, HERON);
    expect(await screen.findByText('Project is required')).toBeDefined();
    expect(sent).toEqual([]);
  });
});

describe('the line of a new task', () => {
  const title = () => screen.getByLabelText<HTMLTextAreaElement>('Title');

  it('takes the highlighted suggestion by Enter, and creates the task only when no suggestion is open', async () => {
    const { sent, answer } = setUp(TERN);
    answer(TERN, HERON);
    await send('Order glue !');
    expect(title().value).toBe('Order glue !low ');
    expect(sent).toEqual([]);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(sent).toMatchObject([{ title: 'Order glue', priority: 'LOW' }]));
  });

  it('closes its suggestions by Escape, and then creates the task as it is written', async () => {
    const { sent, answer } = setUp(TERN);
    answer(TERN, HERON);
    const user = userEvent.setup();
    await user.type(title(), 'Order glue !');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(sent).toMatchObject([{ title: 'Order glue !', priority: 'MEDIUM' }]));
  });

  it('finds people of all projects while no project is chosen, and says why Assignee waits', async () => {
    const { sent, answer } = setUp();
    answer(TERN, HERON);
    const user = userEvent.setup();
    await user.type(title(), 'Order glue @luc');
    expect(await screen.findByRole('option')).toHaveProperty('textContent', expect.stringContaining('Lucia Ramos'));
    expect(screen.getByText('Choose a project to assign people.')).toBeDefined();
    await user.keyboard('{Enter}');
    expect(title().value).toBe('Order glue @Lucia Ramos ');
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Project is required')).toBeDefined();
    expect(sent).toEqual([]);
  });

  it('shows a tag of the line in Tags, and says a day once', async () => {
    const { answer } = setUp(TERN);
    answer(TERN, HERON);
    const user = userEvent.setup();
    await user.type(title(), 'Order glue +venue ^tomorrow ');
    expect(screen.getByLabelText<HTMLInputElement>(/^Tags/).value).toBe('venue');
    const date = screen.getByLabelText<HTMLInputElement>(/^Due Date/i);
    await waitFor(() => expect(date.value).toMatch(/^\w{3} \d{1,2}, 20\d\d$/));
    expect(document.body.textContent).not.toContain(date.value);
    await user.type(screen.getByLabelText(/^Tags/), ', hall');
    expect(title().value).toBe('Order glue ^tomorrow ');
    expect(screen.getByLabelText<HTMLInputElement>(/^Tags/).value).toBe('venue, hall');
  });

  it('goes on with a restored draft at its end', async () => {
    const { answer } = setUp(TERN);
    answer(TERN);
    const user = userEvent.setup();
    await user.type(title(), 'Arrow one');
    cleanup();
    setUp(TERN);
    title().focus();
    await user.keyboard(', two');
    expect(title().value).toBe('Arrow one, two');
  });
});
