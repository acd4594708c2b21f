import { LOCALE } from '../language/language';

/** Creates a formatter on first use, because the first one of a page takes 40 ms, or 160 ms on a slow phone. */
const lazy = <Value>(create: () => Value): (() => Value) => {
  let value: Value | undefined;
  return () => (value ??= create());
};

const numbers = lazy(() => new Intl.NumberFormat(LOCALE));
const changes = lazy(() => new Intl.NumberFormat(LOCALE, { style: 'percent', signDisplay: 'exceptZero' }));
const parts = lazy(() => new Intl.NumberFormat(LOCALE, { style: 'percent' }));

/** Formats a number: '12,400'. Small ones need no formatter, so that the first page is painted sooner. */
export const number = (value: number): string =>
  Number.isInteger(value) && value >= 0 && value < 1000 ? String(value) : numbers().format(value);

/** Formats a number for a place with one digit: '9+' above 9. */
export const badgeNumber = (value: number): string => (value > 9 ? '9+' : number(value));

/** Formats a share, from 0 to 1, in whole percent: '40%'. */
export const percent = (part: number): string => parts().format(part);

/** Formats a change in whole percent, with its sign: '+18%', '-5%', '0%'. */
export const percentChange = (percents: number): string => changes().format(percents / 100);

const lists = lazy(() => new Intl.ListFormat(LOCALE));

/** Formats a list: 'A, B and C'. */
export const list = (words: readonly string[]): string => lists().format(words);
