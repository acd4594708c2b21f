import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { NO_FILTERS, type TaskFilters } from '../filters/taskFilters';
import { TaskFilterSelects } from './TaskFilterSelects';

vi.mock('../filters/useFilterFields', () => ({ useFilterFields: () => [] }));
vi.mock('./DisplayMenu', () => ({ DisplayMenu: () => null }));
vi.mock('./FilterMenu', () => ({
  FilterMenu: ({ onRange }: { onRange: () => void }) => (
    <button type="button" onClick={onRange}>
      Between
    </button>
  ),
}));
vi.mock('./DueRange', () => ({
  DueRange: ({ from, to, isNew }: { from: string; to: string; isNew: boolean }) => (
    <p>{`${from} to ${to}, ${isNew ? 'open' : 'closed'}`}</p>
  ),
}));

const askForRange = (filters: Partial<TaskFilters>) => {
  const onChange = vi.fn<(changes: Partial<TaskFilters>) => void>();
  render(<TaskFilterSelects filters={{ ...NO_FILTERS, ...filters }} onChange={onChange} people={[]} />);
  fireEvent.click(screen.getByRole('button', { name: 'Add a filter' }));
  fireEvent.click(screen.getByRole('button', { name: 'Between' }));
  return onChange;
};

it('begins a range of days with this week', () => {
  const onChange = askForRange({});
  expect(onChange).toHaveBeenCalledOnce();
  expect(onChange.mock.calls[0]?.[0].dueFrom).not.toBe('');
});

it('opens the range of days that is already chosen', () => {
  const onChange = askForRange({ dueFrom: '2026-01-01', dueTo: '2026-03-31' });
  expect(onChange).not.toHaveBeenCalled();
  expect(screen.getByText('2026-01-01 to 2026-03-31, open')).toBeVisible();
});
