// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { notify } from './notify';
import { Toaster } from './Toaster';

const pass = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));
/** A shown toast is not `inert`; one that is on its way out is. */
const shown = (text: string): boolean => screen.queryByText(text)?.closest('[data-leaving]') === null;

beforeEach(() => {
  vi.useFakeTimers();
  render(<Toaster />);
});
afterEach(() => {
  act(() => notify.dismiss());
  pass(1000);
  cleanup();
  vi.useRealTimers();
});

describe('Toaster', () => {
  it.each([
    ['success', 3000],
    ['info', 4000],
    ['error', 5000],
  ] as const)('shows a message of the kind %s for %i ms', (kind, duration) => {
    act(() => void notify[kind]('Saved'));
    pass(duration - 100);
    expect(shown('Saved')).toBe(true);
    pass(200);
    expect(shown('Saved')).toBe(false);
  });

  it('shows the same message once', () => {
    act(() => {
      notify.error('Failed to move task');
      notify.error('Failed to move task');
    });
    expect(screen.getAllByText('Failed to move task')).toHaveLength(1);
  });

  it('shows at most twenty at once', () => {
    act(() => {
      for (let n = 1; n <= 25; n++) notify.info(`Message ${n}`);
    });
    expect(screen.getAllByRole('status')).toHaveLength(20);
  });

  it('hides a dismissed message, and runs its action', () => {
    const undo = vi.fn();
    act(() => void notify.success('Task moved', { action: { label: 'Undo', onPress: undo } }));
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(undo).toHaveBeenCalledOnce();
    expect(shown('Task moved')).toBe(false);
    pass(500);
    act(() => void notify.info('Other'));
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(shown('Other')).toBe(false);
  });
});
