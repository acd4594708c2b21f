import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { taskFixture } from '../model/task.fixture';
import { TaskListView } from './TaskListView';

const list = vi.hoisted(() => ({ tasks: [] as unknown[] }));
vi.mock('./useTasks', () => ({
  useTasks: () => ({
    ...list,
    count: list.tasks.length,
    filter: {},
    isIncomplete: false,
    loading: false,
    hasMore: false,
  }),
}));
vi.mock('./useTaskGroups', () => ({ useTaskGroups: () => ({ groups: [] }) }));
vi.mock('../filters/useTaskFilters', async () => {
  const { NO_FILTERS } = await import('../filters/taskFilters');
  return { useTaskFilters: () => ({ filters: NO_FILTERS, typed: '' }) };
});
vi.mock('../filters/useFilterPeople', () => ({ useFilterPeople: () => [] }));
vi.mock('../../projects/columns/useCustomColumns', () => ({ useCustomColumns: () => [] }));
vi.mock('../../projects/columns/TaskColumns', () => ({
  TaskColumns: ({ children }: { children: ReactNode }) => children,
}));
vi.mock('./TaskToolbar', () => ({ TaskToolbar: () => null }));
vi.mock('./TaskList', () => ({
  TaskList: ({ onEdit }: { onEdit: (task: unknown, field: string, anchor: Element) => void }) => (
    <button type="button" onClick={({ currentTarget }) => onEdit(list.tasks[0], 'tags', currentTarget)}>
      Tags
    </button>
  ),
}));
vi.mock('../pickers/TaskPicker', () => ({ TaskPicker: () => <p>Picker</p> }));

const view = () => <TaskListView newTaskButton={null} onNewTask={() => undefined} />;

it('a picker that takes the last task out of the list is not opened again by the next list', async () => {
  const user = userEvent.setup();
  list.tasks = [taskFixture({})];
  const { rerender } = render(view());
  await user.click(screen.getByRole('button', { name: 'Tags' }));
  expect(screen.getByText('Picker')).toBeVisible();
  list.tasks = [];
  rerender(view());
  expect(screen.queryByText('Picker')).toBeNull();
  list.tasks = [taskFixture({})];
  rerender(view());
  expect(screen.getByRole('button', { name: 'Tags' })).toBeVisible();
  expect(screen.queryByText('Picker')).toBeNull();
});
