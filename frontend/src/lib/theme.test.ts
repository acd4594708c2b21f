import { expect, it } from 'vitest';

const files = import.meta.glob<string>(['../../index.html', '../../public/manifest.webmanifest'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The colours in the lines about the bar. */
const coloursIn = (path: string): string[] =>
  (files[path] ?? '')
    .split('\n')
    .filter((line) => /theme-color"|_color"/.test(line))
    .flatMap((line) => line.match(/#[0-9a-f]{6}/g) ?? []);

it('installs the app with the colour that the page gives to the bar of a browser', () => {
  const [content, light, dark] = coloursIn('../../index.html');
  expect(content).toBe(light);
  expect(dark).toMatch(/^#/);
  expect(coloursIn('../../public/manifest.webmanifest')).toEqual([light, light]);
});
