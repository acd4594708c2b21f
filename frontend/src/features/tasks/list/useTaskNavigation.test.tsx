import { act, render, screen, waitFor } from '@testing-library/react';
import { useRef } from 'react';
import { expect, it } from 'vitest';
import { useTaskNavigation } from './useTaskNavigation';

interface ListProps {
  ids: readonly string[];
  /** The task whose title is being typed. */
  namedId?: string | null;
}

const List = ({ ids, namedId = null }: ListProps) => {
  const box = useRef<HTMLDivElement>(null);
  const { onFocus, onBlur } = useTaskNavigation(box, {
    order: ids,
    lines: null,
    namedId,
    isChosen: () => false,
    choose: () => undefined,
  });
  return (
    <div ref={box} onFocus={onFocus} onBlur={onBlur}>
      {ids.map((id) => (
        <div key={id} data-task-id={id} tabIndex={-1}>
          {id === namedId ? (
            <input aria-label="Title" />
          ) : (
            <a href={`/${id}`} data-task-link={id}>
              {id}
            </a>
          )}
        </div>
      ))}
    </div>
  );
};

const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));

it('moves the focus to the next task when the one that had it is removed', async () => {
  const { rerender } = render(<List ids={['a', 'b']} />);
  act(() => screen.getByRole('link', { name: 'a' }).focus());
  rerender(<List ids={['b']} />);
  await waitFor(() => expect(screen.getByRole('link', { name: 'b' })).toHaveFocus());
});

it('moves the focus to the next task when the one is removed whose title was saved', async () => {
  const { rerender } = render(<List ids={['a', 'b']} namedId="a" />);
  act(() => screen.getByRole('textbox').focus());
  rerender(<List ids={['b']} />);
  await waitFor(() => expect(screen.getByRole('link', { name: 'b' })).toHaveFocus());
});

it('moves the focus to no other task when the one is removed whose title is being typed', async () => {
  const { rerender } = render(<List ids={['a', 'b']} namedId="a" />);
  act(() => screen.getByRole('textbox').focus());
  rerender(<List ids={['b']} namedId="a" />);
  for (let frame = 0; frame < 4; frame += 1) await nextFrame();
  expect(document.body).toHaveFocus();
});
