import { afterEach, expect, it, vi } from 'vitest';
import { makeCache } from '../../../sync/client/client';
import { sendFile } from './sendFile';
import { attachFiles, uploads } from './uploads';

vi.mock(import('./sendFile'), () => ({ sendFile: vi.fn<typeof sendFile>(() => new Promise(() => undefined)) }));

afterEach(() => {
  uploads.set([]);
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
