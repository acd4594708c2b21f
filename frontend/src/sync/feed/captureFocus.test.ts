// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { captureFocus } from './captureFocus';

const FRAME_MS = 16;
const frames = (count: number): void => void vi.advanceTimersByTime(count * FRAME_MS);

const addLink = (id: string): HTMLAnchorElement => {
  const link = document.createElement('a');
  link.href = '#';
  link.dataset.taskLink = id;
  document.body.append(link);
  return link;
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

describe('captureFocus', () => {
  it('follows the task to its other element, however many frames later that comes', () => {
    const link = addLink('t1');
    link.focus();
    captureFocus()();
    frames(5);
    link.remove();
    frames(5);
    const next = addLink('t1');
    frames(2);
    expect(document.activeElement).toBe(next);
  });

  it('does not take the focus from another element', () => {
    const link = addLink('t1');
    const other = addLink('t2');
    link.focus();
    captureFocus()();
    frames(2);
    other.focus();
    link.remove();
    addLink('t1');
    frames(5);
    expect(document.activeElement).toBe(other);
  });

  it('does not focus a task that lost the focus before', () => {
    const link = addLink('t1');
    link.focus();
    captureFocus()();
    link.blur();
    frames(2);
    link.remove();
    addLink('t1');
    frames(5);
    expect(document.activeElement).toBe(document.body);
  });
});
