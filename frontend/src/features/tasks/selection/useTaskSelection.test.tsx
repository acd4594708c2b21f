import { act, fireEvent, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { taskToggle } from './selectedTasks';
import { useTaskSelection } from './useTaskSelection';

const tasks = [{ id: 'a' }, { id: 'b' }];
const selectionOf = (initial: boolean) =>
  renderHook(({ isFixed }) => useTaskSelection({ tasks, filter: {}, count: 2, hasMore: false, isFixed }), {
    initialProps: { isFixed: initial },
  });
const selectAll = () => fireEvent.keyDown(document.body, { key: 'a', ctrlKey: true });

it('selects no task that cannot be changed', () => {
  const { result, rerender } = selectionOf(true);
  expect(selectAll()).toBe(true);
  act(() => result.current.choose('a', false));
  expect(result.current).toMatchObject({ count: 0, covers: 'none' });
  expect(taskToggle.get()).toBeNull();

  rerender({ isFixed: false });
  expect(result.current.count).toBe(0);
  expect(selectAll()).toBe(false);
  expect(result.current.count).toBe(2);
  expect(taskToggle.get()).not.toBeNull();

  rerender({ isFixed: true });
  expect(result.current).toMatchObject({ count: 0, chosen: [] });
});
