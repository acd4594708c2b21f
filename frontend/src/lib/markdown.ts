/**
 * Characters that Markdown may interpret. Too many matches are harmless; a text without any is shown as typed, without
 * loading the parser.
 */
const MARKS = /[\\`*_~[<&|]|^[ \t]*(?:[#>+=:-]|\d{1,9}[.)])|^(?: {4}|\t)|https?:|www\.|\S@\S/imu;

/** Whether Markdown may show this text differently from how it was typed. */
export const hasMarkdown = (text: string): boolean => MARKS.test(text);

/**
 * Returns the caret's position in the source of a text that was pressed after these words of its rendered form. Looks
 * for each character after the previous one, because only Markdown marks can be between them.
 */
export const offsetInSource = (source: string, words: string): number => {
  let at = 0;
  for (const character of words) {
    if (/\s/u.test(character)) continue;
    const found = source.indexOf(character, at);
    if (found >= 0) at = found + character.length;
  }
  return at;
};
