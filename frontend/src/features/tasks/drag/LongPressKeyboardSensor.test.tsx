import { DndContext, useDraggable, useSensor, useSensors } from '@dnd-kit/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HOLD_MS, LongPressKeyboardSensor, type LongPressKeyboardSensorOptions } from './LongPressKeyboardSensor';

const calls = { start: vi.fn(), end: vi.fn(), cancel: vi.fn(), step: vi.fn() };

const Card = () => {
  const { setNodeRef, setActivatorNodeRef, listeners } = useDraggable({ id: 'card' });
  return (
    <article ref={setNodeRef} {...listeners}>
      <a ref={setActivatorNodeRef} href="#card">
        Card
      </a>
      <button>Other</button>
    </article>
  );
};

const Board = () => {
  const options: LongPressKeyboardSensorOptions = { onStep: calls.step };
  return (
    <DndContext
      sensors={useSensors(useSensor(LongPressKeyboardSensor, options))}
      onDragStart={calls.start}
      onDragEnd={calls.end}
      onDragCancel={calls.cancel}
    >
      <Card />
    </DndContext>
  );
};

const key = (code: string, more: object = {}): boolean =>
  fireEvent.keyDown(document.activeElement ?? document, { code, ...more });
const wait = (ms: number): void =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  render(<Board />);
  screen.getByText('Card').focus();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const lift = (): void => {
  key('Space');
  wait(HOLD_MS);
  fireEvent.keyUp(screen.getByText('Card'), { code: 'Space' });
  wait(1);
};

describe('LongPressKeyboardSensor', () => {
  it('lifts after space was held for 120 ms, and not before', () => {
    key('Space');
    wait(HOLD_MS - 1);
    expect(calls.start).not.toHaveBeenCalled();
    wait(1);
    expect(calls.start).toHaveBeenCalledOnce();
  });

  it('does nothing on a tap, on enter, on a repeated key and on another control of the card', () => {
    key('Space');
    wait(50);
    fireEvent.keyUp(screen.getByText('Card'), { code: 'Space' });
    wait(HOLD_MS);
    key('Enter');
    wait(HOLD_MS);
    key('Space', { repeat: true });
    wait(HOLD_MS);
    screen.getByText('Other').focus();
    key('Space');
    wait(HOLD_MS);
    expect(calls.start).not.toHaveBeenCalled();
    expect(calls.end).not.toHaveBeenCalled();
  });

  it('cancels the hold when another key is pressed or the focus moves', () => {
    key('Space');
    key('Tab');
    wait(HOLD_MS);
    key('Space');
    screen.getByText('Card').blur();
    wait(HOLD_MS);
    expect(calls.start).not.toHaveBeenCalled();
  });

  it('is not dropped by the repeats of the key that lifted it', () => {
    key('Space');
    wait(HOLD_MS + 1);
    key('Space', { repeat: true });
    key('Space', { repeat: true });
    expect(calls.end).not.toHaveBeenCalled();
    key('Space');
    expect(calls.end).toHaveBeenCalledOnce();
  });

  it('reports each arrow key, drops on Enter and cancels on Escape', () => {
    lift();
    expect(key('ArrowRight')).toBe(false);
    expect(calls.step).toHaveBeenLastCalledWith('ArrowRight', expect.any(Function));
    key('Enter');
    expect(calls.end).toHaveBeenCalledOnce();
    lift();
    key('Escape');
    expect(calls.cancel).toHaveBeenCalled();
    expect(calls.end).toHaveBeenCalledOnce();
  });
});
