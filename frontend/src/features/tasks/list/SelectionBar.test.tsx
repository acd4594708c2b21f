import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { TaskSelection } from '../selection/useTaskSelection';
import { SelectionBar } from './SelectionBar';

const onDeleted = vi.hoisted(() => vi.fn<() => void>());
vi.mock('./listTools', () => ({
  DeleteTasks: () => (
    <button type="button" onClick={onDeleted}>
      Confirm
    </button>
  ),
}));

/** The tasks a to d, of which b and c are selected. */
const Page = () => {
  const [shown, setShown] = useState(['a', 'b', 'c', 'd']);
  const [isSelecting, setSelecting] = useState(true);
  const selection = {
    chosen: [{ id: 'b' }, { id: 'c' }],
    all: null,
    count: 2,
    offered: null,
    clear: () => setSelecting(false),
  } as unknown as TaskSelection<{ id: string; title: string }>;
  useEffect(() => {
    onDeleted.mockImplementation(() => {
      setShown(['a', 'd']);
      setSelecting(false);
    });
  }, []);
  return (
    <>
      {shown.map((id) => (
        <a key={id} href={`/${id}`} data-task-link={id}>
          {id}
        </a>
      ))}
      {isSelecting && <SelectionBar className="" selection={selection} picking={null} onPick={() => undefined} />}
    </>
  );
};

beforeEach(() => {
  // jsdom has no layout, so nothing would be visible.
  vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([new DOMRect()] as unknown as DOMRectList);
  render(<Page />);
});

const press = (name: string): void => {
  const button = screen.getByRole('button', { name });
  button.focus();
  fireEvent.click(button);
};

it('gives the focus to the first selected task when the selection is cleared', async () => {
  press('Clear selection');
  await waitFor(() => expect(screen.getByText('b')).toHaveFocus());
});

it('gives the focus to the task after deleted ones', async () => {
  press('Delete');
  fireEvent.click(await screen.findByText('Confirm'));
  await waitFor(() => expect(screen.getByText('d')).toHaveFocus());
});

it('is a group of buttons that Tab reaches one by one, not a toolbar', () => {
  expect(screen.getByRole('group', { name: '2 selected' })).toContainElement(screen.getByText('Delete'));
  expect(screen.queryByRole('toolbar')).toBeNull();
});
