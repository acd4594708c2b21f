/** Matches text that a spreadsheet would run as a formula, also after white space; Japanese ones accept full-width signs. */
const FORMULA = /^\s*[=+\-@\t\r＝＋－＠]/u;

/** Returns a cell by RFC 4180. An apostrophe in front turns a formula into text. */
function cell(value: string): string {
  // A leading tab or carriage return can start a formula, too.
  const text = FORMULA.test(value) || /^[\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns a line with its line break. */
export const csvLine = (values: readonly string[]): string => `${values.map(cell).join(',')}\r\n`;
