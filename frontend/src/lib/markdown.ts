/**
 * What Markdown may read as more than words. It finds too much rather than too little: a text without any of it is shown as
 * it was typed, and the parser is not asked for.
 */
const MARKS = /[\\`*_~[<&|]|^[ \t]*(?:[#>+=:-]|\d{1,9}[.)])|^(?: {4}|\t)|https?:|www\.|\S@\S/imu;

/** Whether Markdown shows this text differently from how it was typed. */
export const hasMarks = (text: string): boolean => MARKS.test(text);

/**
 * Where in a text the caret belongs that was put after these words of what it is shown as: each character of them is looked
 * for after the one before, as marks only stand between them.
 */
export const placeInSource = (source: string, words: string): number => {
  let at = 0;
  for (const character of words) {
    if (/\s/u.test(character)) continue;
    const found = source.indexOf(character, at);
    if (found >= 0) at = found + character.length;
  }
  return at;
};
