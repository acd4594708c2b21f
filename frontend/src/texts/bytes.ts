import { LOCALE } from '../language/language';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Formats a size: '12 kB', '3.4 MB'. */
export const bytes = (value: number): string => {
  const power = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, value)) / 3)));
  // The short name of the unit is 'byte', even for several.
  const unitDisplay = power === 0 ? 'long' : 'short';
  const format = { style: 'unit', unit: UNITS[power], unitDisplay, maximumSignificantDigits: 3 } as const;
  return new Intl.NumberFormat(LOCALE, format).format(value / 1000 ** power);
};
