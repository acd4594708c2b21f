import { LOCALE } from '../language/language';

/** Creates a formatter when it is first used: the first one of a page takes 40 ms, and 160 ms on a slow phone. */
const lazy = <Value>(create: () => Value): (() => Value) => {
  let value: Value | undefined;
  return () => (value ??= create());
};

const numbers = lazy(() => new Intl.NumberFormat(LOCALE));
const changes = lazy(() => new Intl.NumberFormat(LOCALE, { style: 'percent', signDisplay: 'exceptZero' }));
const parts = lazy(() => new Intl.NumberFormat(LOCALE, { style: 'percent' }));

/** A number as it is read: '12,400'. Small ones need no formatter, so that the first page is painted sooner. */
export const number = (value: number): string =>
  Number.isInteger(value) && value >= 0 && value < 1000 ? String(value) : numbers().format(value);

/** A number where there is room for one digit: '9+' above 9. */
export const badgeNumber = (value: number): string => (value > 9 ? '9+' : number(value));

/** A part of a whole, from 0 to 1, in whole percents: '40%'. */
export const percent = (part: number): string => parts().format(part);

/** A change in whole percents, with its sign: '+18%', '-5%', '0%'. */
export const percentChange = (percents: number): string => changes().format(percents / 100);

const lists = lazy(() => new Intl.ListFormat(LOCALE));

/** A list in words: 'A, B and C'. */
export const list = (words: readonly string[]): string => lists().format(words);
