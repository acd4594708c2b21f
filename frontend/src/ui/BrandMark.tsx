import { cx } from '../lib/cx';

/** The three stones, from the bottom. */
export const STONES = [
  'M1 13C1 11.6 3.2 10.7 7.2 10.7C11.8 10.7 15 11.4 15 12.9C15 14.3 12.6 15 8.2 15C3.6 15 1 14.5 1 13Z',
  'M3.3 8.2C3.2 6.8 5.1 6 8.2 5.8C11.5 5.6 13.4 6.2 13.6 7.5C13.8 8.9 11.9 9.6 8.8 9.8C5.6 10 3.4 9.6 3.3 8.2Z',
  'M4.4 2.7C4.6 1.4 6.1 .9 8.1 1.1C10 1.3 11.2 2.1 11.1 3.3C11 4.5 9.5 5 7.5 4.9C5.6 4.8 4.3 4.1 4.4 2.7Z',
] as const;

/** The logo. The brand's name is next to it. */
export const BrandMark = ({ className = 'size-5' }: { className?: string }) => (
  <svg viewBox="0 0 16 16" fill="currentColor" aria-hidden="true" className={cx('flex-none text-accent', className)}>
    {STONES.map((stone) => (
      <path key={stone} d={stone} />
    ))}
  </svg>
);
