/**
 * Text is cut as its readers see it: what they take for one character may be many code units (an emoji, a flag, a letter
 * with its accent), and half of one is no text at all.
 */
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The first `count` characters of a text. */
export function firstCharacters(text: string, count: number): string {
  if (text.length <= count) return text;
  let seen = 0;
  for (const { index } of graphemes.segment(text)) {
    if (seen === count) return text.slice(0, index);
    seen += 1;
  }
  return text;
}

/** The text, or its first `count` characters followed by `ending` when it is longer. */
export function cutText(text: string, count: number, ending: string): string {
  const kept = firstCharacters(text, count);
  return kept === text ? text : `${kept}${ending}`;
}

/** As many whole characters from the beginning as fit into `max` code units, in which limits are counted. */
export const fitText = (text: string, max: number): string =>
  text.length <= max ? text : text.slice(0, graphemes.segment(text).containing(max)?.index);
