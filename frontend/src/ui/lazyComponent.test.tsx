import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { notifyConnectionBack } from '../lib/connection';
import { isLayerOpen } from '../lib/keyboard/layers';
import { lazyComponent, lazyDialog, useLazyLoad } from './lazyComponent';
import { notify } from './notify';
import { Toaster } from './Toaster';

const Told = () => <p>The part</p>;
let isReachable = false;
const fetchCode = vi.fn<() => Promise<{ Told: () => ReactNode }>>();

beforeEach(() => {
  isReachable = false;
  fetchCode.mockReset().mockImplementation(async () => {
    if (!isReachable) throw new TypeError('Failed to fetch dynamically imported module');
    return { Told };
  });
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => {
  act(() => notify.dismiss());
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
});
const settle = (): Promise<void> => act(async () => undefined);
/** Awaited as a whole, as React asks of what suspends. */
const show = (content: ReactNode): Promise<ReturnType<typeof render>> =>
  act(async () =>
    render(
      <>
        <p>The page</p>
        <Suspense>{content}</Suspense>
        <Toaster />
      </>,
    ),
  );

describe('lazyComponent', () => {
  it('keeps the page after a failure, and loads on retry', async () => {
    const Part = lazyComponent(fetchCode, 'Told');
    await show(<Part />);
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(screen.getByText('The page')).toBeDefined();
    await settle();
    expect(screen.getByRole('alert')).toBeDefined();
    // With a network, a page load may be what is left.
    expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined();
    isReachable = true;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await settle();
    expect(screen.getByText('The part')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(fetchCode).toHaveBeenCalledTimes(3);
  });

  it('loads by itself when the connection is back', async () => {
    const Part = lazyComponent(fetchCode, 'Told');
    await show(<Part />);
    await screen.findByRole('alert');
    isReachable = true;
    act(notifyConnectionBack);
    await settle();
    expect(screen.getByText('The part')).toBeDefined();
  });

  it('loads by itself without a report of the connection, and is not requested forever', async () => {
    vi.useFakeTimers();
    const Part = lazyComponent(fetchCode, 'Told');
    await show(<Part />);
    expect(screen.getByRole('alert')).toBeDefined();
    const wait = (ms: number): Promise<unknown> => act(() => vi.advanceTimersByTimeAsync(ms));
    for (let minute = 0; minute < 10; minute += 1) await wait(60_000);
    expect(fetchCode).toHaveBeenCalledTimes(5);
    cleanup();

    await show(<Part />);
    isReachable = true;
    await wait(1_000);
    expect(screen.getByText('The part')).toBeDefined();
  });

  it('is retried soon if it still fails when the connection is back', async () => {
    vi.useFakeTimers();
    const Part = lazyComponent(fetchCode, 'Told');
    await show(<Part />);
    const wait = (ms: number): Promise<unknown> => act(() => vi.advanceTimersByTimeAsync(ms));
    await wait(1_000);
    await wait(4_000);
    expect(fetchCode).toHaveBeenCalledTimes(3);
    await act(async () => notifyConnectionBack());
    expect(fetchCode).toHaveBeenCalledTimes(4);
    isReachable = true;
    await wait(1_000);
    expect(screen.getByText('The part')).toBeDefined();
  });

  it('is retried when it is shown again, and after a failed preload', async () => {
    const Part = lazyComponent(fetchCode, 'Told');
    void Part.load();
    await settle();
    const { unmount } = await show(<Part />);
    await screen.findByRole('alert');
    expect(fetchCode).toHaveBeenCalledTimes(2);
    unmount();
    isReachable = true;
    await show(<Part />);
    expect(await screen.findByText('The part')).toBeDefined();
    expect(fetchCode).toHaveBeenCalledTimes(3);
  });

  it('suspends without a warning in the console', async () => {
    isReachable = true;
    const Part = lazyComponent(fetchCode, 'Told');
    await show(<Part />);
    expect(await screen.findByText('The part')).toBeDefined();
    expect(console.error).not.toHaveBeenCalled();
  });

  it('is rendered at once if it was preloaded', async () => {
    isReachable = true;
    const Part = lazyComponent(fetchCode, 'Told');
    void Part.load();
    await settle();
    render(<Part />);
    expect(screen.getByText('The part')).toBeDefined();
    expect(fetchCode).toHaveBeenCalledOnce();
  });
});

describe('useLazyLoad', () => {
  it('reports why it does not open, keeps its button, and opens at the next press', async () => {
    const Part = lazyComponent(fetchCode, 'Told');
    const Opener = () => {
      const [wanted, want] = useLazyLoad(Part);
      return wanted ? <Part /> : <button onClick={() => void want()}>Open</button>;
    };
    await show(<Opener />);
    fireEvent.click(screen.getByRole('button', { name: 'Open' }));
    await settle();
    expect(screen.getByRole('alert').textContent).toContain('Couldn’t load this');
    isReachable = true;
    fireEvent.click(screen.getByRole('button', { name: 'Open' }));
    await settle();
    expect(screen.getByText('The part')).toBeDefined();
  });
});

describe('lazyDialog', () => {
  it('is closed again with a message, and opens at the next try', async () => {
    const Dialog = lazyDialog<
      { Told: ComponentType<{ open: boolean; onOpenChange: (open: boolean) => void }> },
      'Told'
    >(fetchCode, 'Told');
    const Opener = () => {
      const [open, setOpen] = useState(false);
      return (
        <>
          <button aria-expanded={open} onClick={() => setOpen(true)}>
            Open
          </button>
          <Dialog open={open} onOpenChange={setOpen} />
        </>
      );
    };
    await show(<Opener />);
    expect(fetchCode).not.toHaveBeenCalled();
    expect(isLayerOpen()).toBe(false);
    fireEvent.click(screen.getByRole('button', { name: 'Open' }));
    // Until the dialog is open, keys must not act on the page behind it.
    expect(isLayerOpen()).toBe(true);
    await settle();
    expect(screen.getByRole('alert').textContent).toContain('Couldn’t load this');
    expect(screen.getByRole('button', { name: 'Open', expanded: false })).toBeDefined();
    expect(isLayerOpen()).toBe(false);
    isReachable = true;
    fireEvent.click(screen.getByRole('button', { name: 'Open' }));
    await settle();
    expect(screen.getByText('The part')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Open', expanded: true })).toBeDefined();
  });
});
