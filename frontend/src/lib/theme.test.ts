import { expect, it } from 'vitest';

const files = import.meta.glob<string>(
  ['./theme.ts', '../styles/tokens.css', '../../index.html', '../../public/{early.js,manifest.webmanifest}'],
  { query: '?raw', import: 'default', eager: true },
);
const read = (path: string): string => files[path] ?? '';

/** '#f2f1ed' of 'oklch(0.957 0.0045 95)'. */
const hexOf = (oklch: string): string => {
  const [L = 0, chroma = 0, hue = 0] = oklch.split(' ').map(Number);
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const byte = (value: number): number =>
    Math.round(255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055));
  return `#${linear.map((value) => byte(value).toString(16).padStart(2, '0')).join('')}`;
};

it('the colour of the bar of a browser is that of the frame, wherever it is written', () => {
  const frame = /--color-frame: light-dark\(oklch\((.*?)\), oklch\((.*?)\)\)/.exec(read('../styles/tokens.css'));
  const [light, dark] = [hexOf(frame?.[1] ?? ''), hexOf(frame?.[2] ?? '')];
  const coloursIn = (path: string): string[] =>
    read(path)
      .split('\n')
      .filter((line) => /BAR =|bar\.content|theme-color"|_color"/.test(line))
      .flatMap((line) => line.match(/#[0-9a-f]{6}/g) ?? []);
  expect(coloursIn('./theme.ts')).toEqual([light, dark]);
  expect(coloursIn('../../public/early.js')).toEqual([dark, light]);
  expect(coloursIn('../../index.html')).toEqual([light]);
  expect(coloursIn('../../public/manifest.webmanifest')).toEqual([light, light]);
});
