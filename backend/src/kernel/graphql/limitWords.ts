/** A number as descriptions write it: `1,000`. */
export const count = (number: number): string => number.toLocaleString('en');

/** How long a text may be that must not be empty: `1 to 200 characters`. */
export const oneTo = (max: number): string => `1 to ${count(max)} characters`;
