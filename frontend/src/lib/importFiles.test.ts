import { expect, it, vi } from 'vitest';
import { importWithFiles, prefetchFiles } from './importFiles';

vi.stubEnv('PROD', true);

const linksTo = (file: string) => [...document.querySelectorAll<HTMLLinkElement>(`link[href$="/${file}"]`)];
const importer = () => vi.fn<() => Promise<{ name: string }>>().mockResolvedValue({ name: 'code' });

it('requests all files of an import by one change of the page, and each once', async () => {
  const load = importer();
  const append = vi.spyOn(document.head, 'append');
  await expect(importWithFiles(load, ['a.js', 'b.js'])).resolves.toEqual({ name: 'code' });
  expect(append).toHaveBeenCalledOnce();
  await importWithFiles(load, ['a.js', 'b.js']);
  expect(append).toHaveBeenCalledOnce();
  expect(linksTo('b.js').map(({ rel }) => rel)).toEqual(['modulepreload']);
});

it('fetches files ahead by one change of the page, and imports nothing', () => {
  const load = importer();
  const append = vi.spyOn(document.head, 'append').mockClear();
  prefetchFiles([
    () => importWithFiles(load, ['x.js', 'shared.js']),
    () => importWithFiles(load, ['y.js', 'shared.js', 'a.js']),
  ]);
  expect(append).toHaveBeenCalledOnce();
  expect(append.mock.lastCall).toHaveLength(3);
  expect(linksTo('x.js').map(({ rel }) => rel)).toEqual(['prefetch']);
  expect(load).not.toHaveBeenCalled();
});

it('requests a file that has not come ahead again for an import', async () => {
  prefetchFiles([() => importWithFiles(importer(), ['slow.js', 'fast.js'])]);
  for (const link of linksTo('fast.js')) link.dispatchEvent(new Event('load'));
  await importWithFiles(importer(), ['slow.js', 'fast.js']);
  expect(linksTo('slow.js').map(({ rel }) => rel)).toEqual(['prefetch', 'modulepreload']);
  expect(linksTo('fast.js')).toHaveLength(1);
});
