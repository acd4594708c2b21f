import { useDraggable } from '@dnd-kit/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HOLD_MS } from './LongPressKeyboardSensor';
import { TaskDragContext, useTaskDrag } from './taskDrag';

const opened = vi.fn<(event: MouseEvent) => void>();
const dropped = vi.fn();
const task = { id: 'card', title: 'Card' };

const Card = () => {
  const { setNodeRef, listeners } = useDraggable({ id: task.id });
  return (
    <article ref={setNodeRef} {...listeners}>
      <a href="#card" onClick={({ nativeEvent }) => opened(nativeEvent)}>
        Card
      </a>
    </article>
  );
};

/** A column with places from left to right, a hundred pixels each. */
const Column = () => {
  const drag = useTaskDrag<typeof task, number>({
    find: () => ({ task, place: 0 }),
    elementOf: () => screen.getByText('Card'),
    isSamePlacement: (a, b) => a === b,
    placeAt: ({ x }) => Math.floor(x / 100),
    step: () => null,
    reveal: () => null,
    settleFrames: 0,
    texts: {
      lifted: () => 'lifted',
      over: () => 'over',
      outside: () => 'outside',
      moved: () => 'moved',
      putBack: () => 'put back',
    },
    startPointerDrag: () => () => undefined,
    onDrag: () => undefined,
    onDrop: dropped,
  });
  return (
    <TaskDragContext drag={drag} lifted={null}>
      <Card />
    </TaskDragContext>
  );
};

const wait = (ms: number): void =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });
const at = (clientX: number) => ({ touches: [{ clientX, clientY: 5 }] });
/** Lets go of the card so much later, as a browser does that takes the press for a tap. */
const release = (later: number): void => {
  const link = screen.getByText('Card');
  fireEvent.touchEnd(link);
  const click = new PointerEvent('click', { bubbles: true, cancelable: true, pointerType: 'touch' });
  Object.defineProperty(click, 'timeStamp', { value: click.timeStamp + later });
  fireEvent(link, click);
  wait(1_000);
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  document.elementFromPoint = () => screen.getByText('Card');
  render(<Column />);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('a finger', () => {
  it('opens a card that it lifted and did not move', () => {
    fireEvent.touchStart(screen.getByText('Card'), at(5));
    wait(HOLD_MS);
    expect(screen.getByText('lifted')).toBeTruthy();
    release(500);
    expect(screen.getByText('put back')).toBeTruthy();
    expect(opened).toHaveBeenCalledOnce();
    expect(opened.mock.calls[0]?.[0]).toMatchObject({ type: 'click', pointerType: 'touch' });
  });

  it('does not open a card that it held', () => {
    fireEvent.touchStart(screen.getByText('Card'), at(5));
    wait(HOLD_MS);
    release(1_100);
    expect(opened).not.toHaveBeenCalled();
  });

  it('does not open a card that it moved', () => {
    const link = screen.getByText('Card');
    fireEvent.touchStart(link, at(5));
    wait(HOLD_MS);
    fireEvent.touchMove(link, at(150));
    release(500);
    expect(dropped).toHaveBeenCalledWith(task, 1);
    expect(opened).not.toHaveBeenCalled();
  });
});

describe('a mouse', () => {
  it('drops a card where it lets go, also before the first move is rendered', () => {
    const link = screen.getByText('Card');
    fireEvent.mouseDown(link, { clientX: 5, clientY: 5 });
    // One update for all, as on a slow device.
    act(() => {
      document.dispatchEvent(new MouseEvent('mousemove', { clientX: 150, clientY: 5, bubbles: true }));
      document.dispatchEvent(new MouseEvent('mouseup', { clientX: 250, clientY: 5, bubbles: true }));
    });
    expect(dropped.mock.calls).toEqual([[task, 2]]);
    expect(screen.getByText('moved')).toBeTruthy();
  });

  it('drops a card where it lets go, if that is not where it moved last', () => {
    const link = screen.getByText('Card');
    fireEvent.mouseDown(link, { clientX: 5, clientY: 5 });
    fireEvent.mouseMove(document, { clientX: 50, clientY: 5 });
    fireEvent.mouseUp(document, { clientX: 150, clientY: 5 });
    expect(dropped.mock.calls).toEqual([[task, 1]]);
  });
});
