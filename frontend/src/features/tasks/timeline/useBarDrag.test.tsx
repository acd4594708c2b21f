import { fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { expect, it, vi } from 'vitest';
import { useBarDrag, type BarDrag } from './useBarDrag';

const drop = vi.fn<(first: string, drag: BarDrag) => void>();

/** A bar that begins on this day, on days of 10 pixels. */
const Timeline = ({ first }: { first: string }) => {
  const scroller = useRef<HTMLDivElement>(null);
  const { begin } = useBarDrag({ scroller, dayWidth: 10, onDrop: (dropped) => drop(first, dropped) });
  return (
    <div ref={scroller}>
      <span data-testid="bar" onPointerDown={(event) => begin(event, 't', 'bar')} />
    </div>
  );
};

it('drops a bar on the days that it has at the end of the drag, by the pointer that drags it', () => {
  Element.prototype.setPointerCapture = () => undefined;
  const at = (clientX: number, pointerId = 1) => ({ clientX, pointerId, button: 0, pointerType: 'mouse' });
  const { rerender } = render(<Timeline first="2026-11-02" />);
  fireEvent.pointerDown(screen.getByTestId('bar'), at(100));
  fireEvent.pointerMove(window, at(120));
  rerender(<Timeline first="2026-11-09" />);
  fireEvent.pointerUp(window, at(0, 2));
  fireEvent.pointerCancel(window, at(0, 2));
  expect(drop).not.toHaveBeenCalled();
  fireEvent.pointerUp(window, at(120));
  expect(drop.mock.calls).toEqual([['2026-11-09', { id: 't', grip: 'bar', days: 2 }]]);
});
