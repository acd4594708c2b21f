/** What a spreadsheet would run as a formula, also after white space; in Japanese ones the wide forms too. */
const FORMULA = /^\s*[=+\-@\t\r＝＋－＠]/u;

/** A cell by RFC 4180. What would be run is made text by an apostrophe before it. */
function cell(value: string): string {
  // a tab or a return at the beginning is white space as well
  const text = FORMULA.test(value) || /^[\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A line of a table, with its end. */
export const csvLine = (values: readonly string[]): string => `${values.map(cell).join(',')}\r\n`;
