import { fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { useItemDrag, type ItemDrag } from './useItemDrag';

const drop = vi.fn<(items: readonly string[], drag: ItemDrag) => void>();
const click = vi.fn<() => void>();

/** Items of 10 pixels each. */
const List = ({ items }: { items: readonly string[] }) => {
  const list = useRef<HTMLUListElement>(null);
  const { drag, onGrip } = useItemDrag(list, (dropped) => drop(items, dropped));
  return (
    <ul ref={list} data-testid="list" data-dragged={drag?.id}>
      {items.map((id) => (
        <li key={id} data-checklist-item={id}>
          <button data-testid={id} onPointerDown={onGrip(id)} onClick={click} aria-label={id} />
        </li>
      ))}
    </ul>
  );
};

const at = (clientY: number, pointerId = 1) => ({ clientY, pointerId, button: 0 });
const dragged = () => screen.getByTestId('list').dataset.dragged;

beforeEach(() => {
  drop.mockClear();
  click.mockClear();
  Element.prototype.setPointerCapture = () => undefined;
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const index = [...(this.parentElement?.children ?? [])].indexOf(this);
    return new DOMRect(0, index * 10, 100, 10);
  });
});

it('drops an item among the items at the end of the drag', () => {
  const { rerender } = render(<List items={['a', 'b', 'c']} />);
  const grip = screen.getByTestId('a');
  fireEvent.pointerDown(grip, at(5));
  rerender(<List items={['a', 'x', 'b', 'c']} />);
  fireEvent.pointerMove(grip, at(32));
  fireEvent.pointerUp(grip, at(32, 2));
  expect(dragged()).toBe('a');
  fireEvent.pointerUp(grip, at(32));
  expect(drop.mock.calls).toEqual([[['a', 'x', 'b', 'c'], { id: 'a', index: 2 }]]);
  expect(dragged()).toBeUndefined();
});

it('ends without a move if the item was removed', () => {
  const { rerender } = render(<List items={['a', 'b', 'c']} />);
  const grip = screen.getByTestId('a');
  fireEvent.pointerDown(grip, at(5));
  fireEvent.pointerMove(grip, at(25));
  expect(dragged()).toBe('a');
  rerender(<List items={['b', 'c']} />);
  fireEvent.pointerUp(window, at(25));
  expect(dragged()).toBeUndefined();
  expect(drop).not.toHaveBeenCalled();
});

it('is followed by no click, unlike a press', async () => {
  render(<List items={['a', 'b']} />);
  const grip = screen.getByTestId('a');
  const press = (to: number): void => {
    fireEvent.pointerDown(grip, at(5));
    fireEvent.pointerMove(grip, at(to));
    fireEvent.pointerUp(grip, at(to));
    fireEvent.click(grip);
  };
  press(25);
  expect(click).not.toHaveBeenCalled();
  // Until the click would have followed.
  await new Promise((done) => setTimeout(done));
  press(6);
  expect(click).toHaveBeenCalledOnce();
});
