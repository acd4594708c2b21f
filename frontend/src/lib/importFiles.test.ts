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

it('fetches files ahead, each once, and imports nothing', async () => {
  const load = importer();
  await prefetchFiles(
    [() => importWithFiles(load, ['x.js', 'shared.js']), () => importWithFiles(load, ['y.js', 'shared.js', 'a.js'])],
    () => false,
  );
  for (const file of ['x.js', 'y.js', 'shared.js']) expect(linksTo(file).map(({ rel }) => rel)).toEqual(['prefetch']);
  // it was requested before
  expect(linksTo('a.js').map(({ rel }) => rel)).toEqual(['modulepreload']);
  expect(load).not.toHaveBeenCalled();
});

it('fetches many files ahead in several idle moments, until the page is left', async () => {
  const files = Array.from({ length: 40 }, (_, n) => `many-${n}.js`);
  const requested = () => files.filter((file) => linksTo(file).length > 0).length;
  const append = vi.spyOn(document.head, 'append').mockClear();
  let isOver = false;
  const done = prefetchFiles([() => importWithFiles(importer(), files)], () => isOver);
  expect(requested()).toBe(16);
  await vi.waitFor(() => expect(requested()).toBe(32));
  expect(append).toHaveBeenCalledTimes(2);
  isOver = true;
  await done;
  expect(requested()).toBe(32);
});

it('requests a file that has not come ahead again for an import', async () => {
  await prefetchFiles([() => importWithFiles(importer(), ['slow.js', 'fast.js'])], () => false);
  for (const link of linksTo('fast.js')) link.dispatchEvent(new Event('load'));
  await importWithFiles(importer(), ['slow.js', 'fast.js']);
  expect(linksTo('slow.js').map(({ rel }) => rel)).toEqual(['prefetch', 'modulepreload']);
  expect(linksTo('fast.js')).toHaveLength(1);
});
