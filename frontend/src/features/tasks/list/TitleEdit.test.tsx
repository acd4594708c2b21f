import { ApolloLink } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { NEVER } from 'rxjs';
import { expect, it, vi } from 'vitest';
import { makeClient } from '../../../sync/client/client';
import { notify } from '../../../ui/notify';
import { taskFixture } from '../model/task.fixture';
import { TitleEdit } from './TitleEdit';
import type { TaskListNode } from './useTasks';

const task = taskFixture({ title: 'Order glue' }) as unknown as TaskListNode;

const Row = () => {
  const [isOpen, setOpen] = useState(true);
  return isOpen ? <TitleEdit task={task} onClose={() => setOpen(false)} onReopen={() => setOpen(true)} /> : null;
};

it('opens again with the discarded title, if that is wanted back', async () => {
  const said = vi.spyOn(notify, 'info');
  render(
    <ApolloProvider client={makeClient(new ApolloLink(() => NEVER))}>
      <Row />
    </ApolloProvider>,
  );
  const user = userEvent.setup();
  await user.type(screen.getByRole('textbox'), ' and tape');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('textbox')).toBeNull();
  act(() => said.mock.calls[0]?.[1]?.action?.onPress());
  expect(screen.getByRole('textbox')).toHaveValue('Order glue and tape');
});
