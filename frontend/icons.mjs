// Draws the icon files of the installed app from the logo: `npm run icons`, after a change of the logo.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

const here = import.meta.dirname;
const GROUND = '#22664f';

// The stones of the logo as the app draws them. The favicon has its own stones, which are tuned for 16 pixels.
const mark = readFileSync(join(here, 'src/ui/BrandMark.tsx'), 'utf8');
const stones = [...mark.matchAll(/^ {2}'(M[^']+)',$/gm)].map(([, path]) => `<path d="${path}"/>`).join('');
if (!stones) throw new Error('BrandMark.tsx draws no stones.');

/**
 * `part` is the share of the width that the logo takes. Only the middle four fifths of a maskable icon are always
 * visible.
 */
const drawing = ({ corner, part }) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">
  <rect width="100" height="100" rx="${corner}" fill="${GROUND}"/>
  <g fill="#fff" transform="translate(${50 - 50 * part} ${50 - 50 * part}) scale(${(100 * part) / 16})">${stones}</g>
</svg>`;

const ICONS = [
  { file: '192.png', size: 192, corner: 22, part: 0.62 },
  { file: '512.png', size: 512, corner: 22, part: 0.62 },
  { file: 'maskable-512.png', size: 512, corner: 0, part: 0.5 },
  // The phone rounds the corners.
  { file: 'apple-touch-icon.png', size: 180, corner: 0, part: 0.58 },
];

for (const { file, size, ...look } of ICONS) {
  const to = join(here, 'public/icons', file);
  await sharp(Buffer.from(drawing(look)), { density: 512 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toFile(to);
}
