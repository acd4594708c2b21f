import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Skeletons } from './Skeleton';
import { Spinner } from './Spinner';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it.each([
  ['spinner', <Spinner key="spinner" size="lg" />],
  ['skeleton', <Skeletons key="skeleton">…</Skeletons>],
])('a page that still loads after four seconds says that it is still trying, with a %s', (_name, element) => {
  render(element);
  act(() => void vi.advanceTimersByTime(3_999));
  expect(screen.getByText('Loading').className).toBe('sr-only');
  act(() => void vi.advanceTimersByTime(1));
  expect(screen.getByText('Still trying…').className).not.toContain('sr-only');
});
