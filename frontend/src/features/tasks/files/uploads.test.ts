import { afterEach, expect, it, vi } from 'vitest';
import { makeCache } from '../../../sync/client/client';
import { currentOutbox, type Outbox } from '../../../sync/outbox/outbox';
import { deleteStoredFile, type storeFile } from './storedFiles';
import { sendFile } from './sendFile';
import { attachFiles, pauseUploads, stopOthersUploads, resumeOffline, uploads } from './uploads';

const stopped = vi.hoisted(() => vi.fn<() => void>());
/** Sends until it is aborted. */
vi.mock(import('./sendFile'), () => ({
  sendFile: vi.fn<typeof sendFile>(
    ({ signal }) =>
      new Promise((_, reject) =>
        signal.addEventListener('abort', () => {
          stopped();
          reject(new DOMException('', 'AbortError'));
        }),
      ),
  ),
}));
vi.mock(import('./storedFiles'), async (actual) => ({
  ...(await actual()),
  storeFile: vi.fn<typeof storeFile>(() => Promise.resolve(true)),
  deleteStoredFile: vi.fn<typeof deleteStoredFile>(() => Promise.resolve()),
}));

vi.mock(import('../../../sync/outbox/outbox'), async (actual) => ({
  ...(await actual()),
  currentOutbox: vi.fn<typeof currentOutbox>(() => null),
}));

afterEach(() => {
  uploads.set([]);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('goes on with the next file if another tab sends one', async () => {
  const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt'];
  const client = { cache: makeCache(), readQuery: () => null } as never;
  const others = new Set<string>();
  const request = async (name: string, _options: object, run: (lock: object | null) => unknown): Promise<unknown> => {
    await Promise.resolve();
    return run(others.has(name) ? null : { name });
  };
  vi.stubGlobal('navigator', Object.create(navigator, { locks: { value: { request } } }));
  const [first = '', second = ''] = attachFiles(
    client,
    't',
    names.map((name) => new File(['x'], name)),
  );
  others.add(`cairn-file-${first}`).add(`cairn-file-${second}`);
  await vi.waitFor(() => expect(vi.mocked(sendFile)).toHaveBeenCalledTimes(2));
  expect(vi.mocked(sendFile).mock.calls.map(([{ file }]) => file.name)).toEqual(['c.txt', 'd.txt']);
  expect(uploads.get().map(({ file, state }) => [file.name, state])).toEqual([
    ['c.txt', 'SENDING'],
    ['d.txt', 'SENDING'],
  ]);
});

it('leaves the uploads of a person to their next session when another person signs in', async () => {
  const dropped = vi.mocked(deleteStoredFile).mockClear();
  const sent = vi.mocked(sendFile).mockClear();
  let me = 'mara';
  const client = { cache: makeCache(), readQuery: () => ({ me: { id: me } }) } as never;
  attachFiles(client, 't', [new File(['x'], 'a.txt')]);
  await vi.waitFor(() => expect(sent).toHaveBeenCalledOnce());
  stopOthersUploads(client);
  expect(uploads.get()).toHaveLength(1);
  me = 'wen';
  stopOthersUploads(client);
  expect(uploads.get()).toEqual([]);
  await vi.waitFor(() => expect(stopped).toHaveBeenCalledOnce());
  await new Promise((resolve) => setTimeout(resolve));
  expect(dropped).not.toHaveBeenCalled();
});

it('pauses at the end of the session, and continues when the person signs in again', async () => {
  const dropped = vi.mocked(deleteStoredFile).mockClear();
  const sent = vi.mocked(sendFile).mockClear();
  stopped.mockClear();
  const mutate = vi.fn<() => Promise<unknown>>(() => Promise.resolve({ data: { beginUpload: { received: 1 } } }));
  const client = { cache: makeCache(), readQuery: () => ({ me: { id: 'mara' } }), mutate } as never;
  attachFiles(
    client,
    't',
    ['a.txt', 'b.txt', 'c.txt'].map((name) => new File(['xy'], name)),
  );
  await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(2));
  pauseUploads();
  await vi.waitFor(() => expect(stopped).toHaveBeenCalledTimes(2));
  await new Promise((resolve) => setTimeout(resolve));
  expect(uploads.get().map(({ state }) => state)).toEqual(['OFFLINE', 'OFFLINE', 'OFFLINE']);
  expect(sent).toHaveBeenCalledTimes(2);
  expect(dropped).not.toHaveBeenCalled();
  resumeOffline(client);
  await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(4));
  expect(sent.mock.lastCall?.[0]).toMatchObject({ from: 1 });
});

it('does not send a file that waited offline as the next person who signs in', async () => {
  const dropped = vi.mocked(deleteStoredFile).mockClear();
  const sent = vi.mocked(sendFile).mockClear();
  let me = 'mara';
  const mutate = vi.fn<() => Promise<unknown>>(() => Promise.resolve({ data: { beginUpload: { received: 0 } } }));
  const client = { cache: makeCache(), readQuery: () => ({ me: { id: me } }), mutate } as never;
  const request = async (_name: string, _options: object, run: (lock: object) => unknown): Promise<unknown> => {
    await Promise.resolve();
    return run({});
  };
  vi.stubGlobal('navigator', Object.create(navigator, { locks: { value: { request } }, onLine: { value: false } }));
  sent.mockRejectedValueOnce(new TypeError());
  attachFiles(client, 't', [new File(['x'], 'a.txt')]);
  await vi.waitFor(() => expect(uploads.get().map(({ state }) => state)).toEqual(['OFFLINE']));
  expect(sent).toHaveBeenCalledOnce();
  me = 'wen';
  // The first effects of the page behind the sign-in, in their order.
  resumeOffline(client);
  stopOthersUploads(client);
  await new Promise((resolve) => setTimeout(resolve));
  expect(uploads.get()).toEqual([]);
  expect(mutate).not.toHaveBeenCalled();
  expect(sent).toHaveBeenCalledOnce();
  expect(dropped).not.toHaveBeenCalled();
});

it('does not keep other files waiting for a task that the server has refused', async () => {
  vi.useFakeTimers();
  const sent = vi.mocked(sendFile).mockClear();
  const queue = [{ id: 'w', state: 'refused', isNew: true, objects: ['new'], needs: ['p'], fields: ['*'] }];
  vi.mocked(currentOutbox).mockReturnValue({ queue: () => queue } as unknown as Outbox);
  const client = { cache: makeCache(), readQuery: () => ({ me: { id: 'mara' } }) } as never;
  attachFiles(client, 'new', [new File(['x'], 'a.txt'), new File(['x'], 'b.txt')]);
  attachFiles(client, 't', [new File(['x'], 'c.txt')]);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(sent.mock.calls.map(([{ file }]) => file.name)).toEqual(['c.txt']);
  expect(uploads.get().map(({ state }) => state)).toEqual(['OFFLINE', 'OFFLINE', 'SENDING']);
  // It is sent after all.
  vi.mocked(currentOutbox).mockReturnValue(null);
  resumeOffline(client);
  await vi.advanceTimersByTimeAsync(0);
  expect(uploads.get().map(({ state }) => state)).toEqual(['SENDING', 'WAITING', 'SENDING']);
});
