import { del } from 'idb-keyval';
import { afterEach, expect, it, vi } from 'vitest';
import { clearPersisted, unsupportedReason } from './persistedCache';

// jsdom has no IndexedDB
vi.mock('idb-keyval', () => ({ createStore: () => 'store', del: vi.fn(() => Promise.resolve()) }));
afterEach(() => vi.unstubAllGlobals());

it('stored pages are deleted with Data Saver on, although no more are stored', async () => {
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('indexedDB', {});
  vi.stubGlobal('navigator', { serviceWorker: {}, locks: {}, connection: { saveData: true } });
  expect(unsupportedReason()).toBe('saving');
  await clearPersisted();
  expect(del).toHaveBeenCalledOnce();
});
