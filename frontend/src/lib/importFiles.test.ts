import { expect, it, vi } from 'vitest';
import { whenIdle } from './idle';
import { importWithFiles, prefetchFiles } from './importFiles';
import { setCatalogueLoader, type LoadCatalogue } from './words';

vi.stubEnv('PROD', true);
// jsdom knows no relation of links, and requests none.
vi.spyOn(DOMTokenList.prototype, 'supports').mockReturnValue(true);

const answer = (event: 'load' | 'error'): void => {
  for (const link of document.querySelectorAll('link[rel=prefetch]')) link.dispatchEvent(new Event(event));
};
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

it('imports code after the texts that it reads, which are loaded once', async () => {
  const loaded: string[] = [];
  const catalogue = vi.fn<LoadCatalogue>().mockImplementation(async (_language, set) => {
    await new Promise((done) => setTimeout(done));
    loaded.push(set);
    return { messages: {} };
  });
  setCatalogueLoader(catalogue);
  const load = vi.fn<() => Promise<string[]>>().mockImplementation(() => Promise.resolve([...loaded]));
  const files = ['assets/any-1.js', 'assets/pagesTexts-2.js', 'assets/texts-3.js'];
  expect((await importWithFiles(load, files)).toSorted()).toEqual(['pages', 'rest']);
  await importWithFiles(load, files);
  expect(catalogue).toHaveBeenCalledTimes(2);
});

it('fails without the address of the texts, so that no one takes their file for the code', async () => {
  setCatalogueLoader(() =>
    Promise.reject(new TypeError('Failed to fetch https://cairn.example/assets/words-en-home-1.js')),
  );
  const code = importWithFiles(importer(), ['assets/frame-1.js']);
  await expect(code).rejects.toThrow(/^The texts “home” could not be loaded$/);
});

it('fetches files ahead, each once, and imports nothing', async () => {
  const load = importer();
  const done = prefetchFiles(
    [() => importWithFiles(load, ['x.js', 'shared.js']), () => importWithFiles(load, ['y.js', 'shared.js', 'a.js'])],
    () => false,
  );
  answer('load');
  await done;
  for (const file of ['x.js', 'y.js', 'shared.js']) expect(linksTo(file).map(({ rel }) => rel)).toEqual(['prefetch']);
  // it was requested before
  expect(linksTo('a.js').map(({ rel }) => rel)).toEqual(['modulepreload']);
  expect(load).not.toHaveBeenCalled();
});

it('fetches a few files at once until the page is left, also after one has failed', async () => {
  const files = Array.from({ length: 40 }, (_, n) => `many-${n}.js`);
  const requested = () => files.filter((file) => linksTo(file).length > 0).length;
  let isOver = false;
  const done = prefetchFiles([() => importWithFiles(importer(), files)], () => isOver);
  expect(requested()).toBe(6);
  await new Promise<void>((seen) => void whenIdle(seen));
  expect(requested()).toBe(6);
  answer('error');
  await vi.waitFor(() => expect(requested()).toBe(12));
  isOver = true;
  answer('load');
  await done;
  expect(requested()).toBe(12);
});

it('requests a file that has not come ahead again for an import', async () => {
  void prefetchFiles([() => importWithFiles(importer(), ['slow.js', 'fast.js'])], () => false);
  for (const link of linksTo('fast.js')) link.dispatchEvent(new Event('load'));
  await importWithFiles(importer(), ['slow.js', 'fast.js']);
  expect(linksTo('slow.js').map(({ rel }) => rel)).toEqual(['prefetch', 'modulepreload']);
  expect(linksTo('fast.js')).toHaveLength(1);
});
