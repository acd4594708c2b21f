import { render } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { GroupPlaceholder } from './GroupLines';
import type { ShownGroup } from './useTaskGroups';

const waiting: ShownGroup = {
  key: 'u',
  name: 'Mara',
  mark: null,
  count: 2,
  isClosed: false,
  tasks: [],
  end: 'loading',
  error: undefined,
  loadMore: () => Promise.resolve(),
  retry: () => Promise.resolve(),
};

it('a visible group that is still loading is requested again after a new filter', () => {
  const onWanted = vi.fn();
  const { rerender } = render(<GroupPlaceholder group={waiting} isGrid onWanted={onWanted} />);
  expect(onWanted).toHaveBeenCalledOnce();
  rerender(<GroupPlaceholder group={{ ...waiting, count: 1 }} isGrid onWanted={onWanted} />);
  expect(onWanted).toHaveBeenCalledTimes(2);
  rerender(<GroupPlaceholder group={{ ...waiting, end: 'none' }} isGrid onWanted={onWanted} />);
  expect(onWanted).toHaveBeenCalledTimes(2);
});
