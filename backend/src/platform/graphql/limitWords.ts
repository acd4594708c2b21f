/** Formats a number for descriptions: `1,000`. */
export const count = (number: number): string => number.toLocaleString('en');

/** Describes the length of a required text: `1 to 200 characters`. */
export const oneTo = (max: number): string => `1 to ${count(max)} characters`;
