import { expect, it, vi } from 'vitest';
import { deleteStoredFile, readStoredFiles, storeFile, type StoredFile } from './storedFiles';

const stored = vi.hoisted(() => new Map<string, unknown>());
vi.mock('idb-keyval', () => ({
  createStore: () => 'store',
  entries: () => Promise.resolve([...stored]),
  set: (id: string, kept: unknown) => Promise.resolve(void stored.set(id, kept)),
  del: (id: string) => Promise.resolve(void stored.delete(id)),
}));

/** A file whose content no one reads. */
const fileOf = (id: string, size: number, userId = 'mara'): StoredFile => ({
  id,
  userId,
  taskId: 't',
  file: { size } as File,
  at: 0,
});

it('stores up to 100 MB of files on a device, of all people together', async () => {
  expect(await storeFile(fileOf('a', 60_000_000))).toBe(true);
  expect(await storeFile(fileOf('b', 40_000_000, 'jon'))).toBe(true);
  expect(await storeFile(fileOf('c', 1))).toBe(false);
  expect((await readStoredFiles('mara')).map(({ id }) => id)).toEqual(['a']);
  await deleteStoredFile('b');
  expect(await storeFile(fileOf('c', 1))).toBe(true);
});
