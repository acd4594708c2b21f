import { ApolloLink } from '@apollo/client';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { NEVER, of, Subject } from 'rxjs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPart } from '../../account/session/render.fixture';
import { answerOf, projectFixture } from '../../projects/project.fixture';
import { notify } from '../../../ui/notify';
import { taskFixture } from '../model/task.fixture';
import { CreateTaskDialog } from './CreateTaskDialog';

const TERN = '019a9f5e-8c3b-7a50-9d2e-3f1f6f0c2b7d';
const MARA = '019a9f5e-8c3b-7a50-9d2e-3f1f6f0c2b70';
const HERON = '019a9f5e-8c3b-7a50-9d2e-3f1f6f0c2b7e';

const project = (id: string) => projectFixture({ id, name: `Project ${id}` });

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

/** Opens the form by a button, and removes it when it is closed, as the commands do. */
const Opened = () => {
  const [open, setOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {open && <CreateTaskDialog open onOpenChange={setOpen} />}
    </>
  );
};

/** The form for a new task, whose projects and writes are answered by and by. */
const setUp = (lastProjectId: string | null = null, address = '/tasks') => {
  const projects = new Subject<ApolloLink.Result>();
  const sent: unknown[] = [];
  const writes: Subject<ApolloLink.Result>[] = [];
  const link = new ApolloLink(({ operationName, variables }) => {
    if (operationName === 'Projects') return projects;
    if (operationName === 'ProjectMembers' || operationName === 'ProjectColumns') return NEVER;
    if (operationName === 'TaskCandidates') return of({ data: { people: PEOPLE } });
    if (operationName === 'LastProject') {
      return of({ data: { me: { __typename: 'User', id: MARA, lastProjectId } } });
    }
    sent.push(variables['input']);
    const write = new Subject<ApolloLink.Result>();
    writes.push(write);
    return write;
  });
  renderPart(link, <Opened />, { me: { id: MARA }, path: address });
  const answer = (...ids: string[]): void => {
    act(() => projects.next(answerOf(...ids.map(project))));
  };
  const created = { __typename: 'TaskWritten', revisions: [], revision: 2, task: taskFixture({ projectId: TERN }) };
  const accept = (): void =>
    act(() => {
      writes[0]?.next({ data: { createTask: created } });
      writes[0]?.complete();
    });
  const refuse = (message: string): void => {
    const extensions = { code: 'VALIDATION_FAILED', fields: { title: [message] } };
    act(() => {
      writes[0]?.next({ errors: [{ message, extensions }] });
      writes[0]?.complete();
    });
  };
  return { sent, answer, accept, refuse };
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

it('says what is missing in a new task, also if there is no project yet', async () => {
  const { sent, answer } = setUp();
  answer();
  await userEvent.click(screen.getByRole('button', { name: 'Create Task' }));
  expect(await screen.findByText('Title is required')).toBeDefined();
  expect(screen.getByText('Project is required')).toBeDefined();
  expect(screen.getByRole('dialog', { name: 'Create New Task' })).toBeDefined();
  expect(sent).toEqual([]);
});

it('focuses the due date of a new task if it is not a date', async () => {
  const { sent, answer } = setUp(TERN);
  answer(TERN);
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Title'), 'Book freight');
  await user.type(screen.getByLabelText(/^Due Date/i), 'someday');
  await user.click(screen.getByRole('button', { name: 'Create Task' }));
  await waitFor(() => expect(screen.getByLabelText(/^Due Date/i)).toHaveFocus());
  expect(screen.getByLabelText(/^Due Date/i)).toBeInvalid();
  expect(sent).toEqual([]);
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

describe('a new task on a filtered page', () => {
  it('gets the values of the filters, so that it is visible there', async () => {
    const { sent, answer } = setUp(HERON, `/board?project=${TERN}&assignee=me&priority=HIGH&tag=rigging`);
    answer(TERN, HERON);
    await send('Book freight');
    await waitFor(() =>
      expect(sent).toMatchObject([{ projectId: TERN, assigneeId: MARA, priority: 'HIGH', tags: ['rigging'] }]),
    );
  });

  it('gets none of several values', async () => {
    const { sent, answer } = setUp(HERON, '/board?assignee=me&assignee=none&priority=HIGH&priority=LOW&tag=a&tag=b');
    answer(TERN, HERON);
    await send('Book freight');
    await waitFor(() =>
      expect(sent).toMatchObject([{ projectId: HERON, assigneeId: null, priority: 'MEDIUM', tags: [] }]),
    );
  });

  it('is no draft if nothing was typed', async () => {
    setUp(HERON, '/board?assignee=me&priority=HIGH&tag=rigging');
    expect(screen.getByLabelText(/^Tags/)).toHaveValue('rigging');
    fireEvent.keyDown(screen.getByLabelText('Title'), { key: 'Escape' });
    fireEvent.click(await screen.findByRole('button', { name: 'Open' }));
    expect(screen.getByLabelText(/^Tags/)).toHaveValue('rigging');
    expect(screen.queryByText(/draft/i)).toBeNull();
  });
});

describe('a form whose answer is slow', () => {
  const title = () => screen.getByLabelText<HTMLTextAreaElement>('Title');
  const write = (value: string) => fireEvent.change(title(), { target: { value } });
  const open = () => fireEvent.click(screen.getByText('Open'));
  const begin = async () => {
    const form = setUp(TERN);
    form.answer(TERN);
    write('Book freight');
    fireEvent.keyDown(title(), { key: 'Enter' });
    await waitFor(() => expect(form.sent).toHaveLength(1));
    return form;
  };

  it('closes as soon as the task is there', async () => {
    const { accept } = await begin();
    accept();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('stays open with what was typed meanwhile', async () => {
    const said = vi.spyOn(notify, 'success');
    const { accept } = await begin();
    write('Book freight and glue');
    accept();
    await waitFor(() => expect(said).toHaveBeenCalledOnce());
    expect(title().value).toBe('Book freight and glue');
  });

  it('leaves the next task alone that was begun after it was closed', async () => {
    const said = vi.spyOn(notify, 'success');
    said.mockClear();
    const { accept } = await begin();
    await userEvent.keyboard('{Escape}');
    open();
    write('Order glue');
    accept();
    await waitFor(() => expect(said).toHaveBeenCalledOnce());
    expect(title().value).toBe('Order glue');
    await userEvent.keyboard('{Escape}');
    open();
    expect(title().value).toBe('Order glue');
  });

  it('says why the task was refused after it was closed', async () => {
    const said = vi.spyOn(notify, 'error');
    const { refuse } = await begin();
    await userEvent.keyboard('{Escape}');
    refuse('Title is too long');
    await waitFor(() => expect(said).toHaveBeenCalledOnce());
    expect(said.mock.calls[0]?.[0]).toContain('Title is too long');
    open();
    expect(title().value).toBe('Book freight');
  });
});
