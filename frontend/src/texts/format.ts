/** The language of the texts in this folder: numbers, plurals and the names of days and months follow it. */
export const LOCALE = 'en-US';

const numbers = new Intl.NumberFormat(LOCALE);
const changes = new Intl.NumberFormat(LOCALE, { style: 'percent', signDisplay: 'exceptZero' });
const plurals = new Intl.PluralRules(LOCALE);

/** A number as it is read: '12,400'. */
export const number = (value: number): string => numbers.format(value);

/** A number where there is room for one digit: '9+' above 9. */
export const badgeNumber = (value: number): string => (value > 9 ? '9+' : number(value));

/** A change in whole percents, with its sign: '+18%', '-5%', '0%'. */
export const percentChange = (percents: number): string => changes.format(percents / 100);

/** The form that goes with a count. English has `one` and `other`; other languages may name more. */
export const plural = <Text>(
  count: number,
  forms: Partial<Record<Intl.LDMLPluralRule, Text>> & { other: Text },
): Text => forms[plurals.select(count)] ?? forms.other;
