import { expect, it, vi } from 'vitest';
import { notifyConnectionBack, onConnectionBack } from './connection';

it('tells that the connection may be back, by the browser or by whoever reaches the server, until it is stopped', () => {
  const listener = vi.fn();
  const stop = onConnectionBack(listener);
  window.dispatchEvent(new Event('online'));
  notifyConnectionBack();
  expect(listener).toHaveBeenCalledTimes(2);
  stop();
  window.dispatchEvent(new Event('online'));
  notifyConnectionBack();
  expect(listener).toHaveBeenCalledTimes(2);
});
