import { expect, it } from 'vitest';

const files = import.meta.glob<string>(
  ['./theme.ts', '../../index.html', '../../public/{early.js,manifest.webmanifest}'],
  { query: '?raw', import: 'default', eager: true },
);

/** The colours in the lines about the bar, of a file that the others cannot import from. */
const coloursIn = (path: string): string[] =>
  (files[path] ?? '')
    .split('\n')
    .filter((line) => /BAR =|bar\.content|theme-color"|_color"/.test(line))
    .flatMap((line) => line.match(/#[0-9a-f]{6}/g) ?? []);

it('the bar of a browser has one colour in each theme, in every file that says it', () => {
  const [light, dark] = coloursIn('./theme.ts');
  expect(light).toMatch(/^#/);
  expect(coloursIn('../../public/early.js')).toEqual([dark, light]);
  expect(coloursIn('../../index.html')).toEqual([light]);
  expect(coloursIn('../../public/manifest.webmanifest')).toEqual([light, light]);
});
