import { FORMULA } from '../platform/lib/formula.js';

/** Returns a cell by RFC 4180. An apostrophe in front turns a formula into text. */
function cell(value: string): string {
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const csvLine = (values: readonly string[]): string => `${values.map(cell).join(',')}\r\n`;
