import { ApolloLink } from '@apollo/client';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { NEVER } from 'rxjs';
import { expect, it, vi } from 'vitest';
import { renderPart } from '../../account/session/render.fixture';
import { notify } from '../../../ui/notify';
import { taskFixture } from '../model/task.fixture';
import { TitleEdit } from './TitleEdit';
import type { TaskListNode } from './useTasks';

const task = taskFixture({ title: 'Order glue' }) as unknown as TaskListNode;

const Row = () => {
  const [isOpen, setOpen] = useState(true);
  return isOpen ? <TitleEdit task={task} onClose={() => setOpen(false)} onReopen={() => setOpen(true)} /> : null;
};

const setUp = (): string[] => {
  const titles: string[] = [];
  const link = new ApolloLink(({ variables }) => {
    titles.push(variables['input'].title);
    return NEVER;
  });
  renderPart(link, <Row />);
  return titles;
};

it('stays open while another window has the focus, and saves when it is left', async () => {
  const titles = setUp();
  const field = screen.getByRole('textbox');
  fireEvent.change(field, { target: { value: 'Order gl' } });
  // The window loses the focus, and the field remains the active element.
  fireEvent.blur(field);
  expect(screen.getByRole('textbox')).toHaveValue('Order gl');
  expect(titles).toEqual([]);
  act(() => field.blur());
  expect(screen.queryByRole('textbox')).toBeNull();
  await waitFor(() => expect(titles).toEqual(['Order gl']));
});

it('opens again with the discarded title on request', async () => {
  const said = vi.spyOn(notify, 'info');
  setUp();
  const user = userEvent.setup();
  await user.type(screen.getByRole('textbox'), ' and tape');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('textbox')).toBeNull();
  act(() => said.mock.calls[0]?.[1]?.action?.onPress());
  expect(screen.getByRole('textbox')).toHaveValue('Order glue and tape');
});

it('stays open with an empty title, and says why', async () => {
  const said = vi.spyOn(notify, 'error').mockClear();
  const titles = setUp();
  const user = userEvent.setup();
  await user.clear(screen.getByRole('textbox'));
  await user.keyboard('{Enter}');
  expect(screen.getByRole('textbox')).toBeInvalid();
  expect(said).toHaveBeenCalledExactlyOnceWith('Title is required');
  expect(titles).toEqual([]);
});
