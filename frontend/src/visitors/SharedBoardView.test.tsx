import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { SharedBoardView } from './SharedBoardView';

it('can be focused, so that keys can scroll columns into view', async () => {
  const column = { id: 'c', name: 'To Do', color: null, status: 'TODO', taskCount: 1, tasks: [], next: null } as const;
  const board = { projectName: 'Tern', color: '#336699', revision: 1, expiresAt: null, columns: [column] };
  render(<SharedBoardView board={board} notice={null} onShowMore={() => Promise.resolve()} />);
  await userEvent.setup().tab();
  expect(screen.getByRole('group', { name: 'Tern' })).toHaveFocus();
});
