/** Texts are cut between graphemes: a visible character can have many code units (emoji, flags, accents). */
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

export function firstCharacters(text: string, count: number): string {
  if (text.length <= count) return text;
  let seen = 0;
  for (const { index } of graphemes.segment(text)) {
    if (seen === count) return text.slice(0, index);
    seen += 1;
  }
  return text;
}

/** Cuts a text after `count` characters and appends `ending` if it was longer. */
export function cutText(text: string, count: number, ending: string): string {
  const kept = firstCharacters(text, count);
  return kept === text ? text : `${kept}${ending}`;
}

/** Cuts a text to whole characters within `max` code units. */
export const fitText = (text: string, max: number): string =>
  text.length <= max ? text : text.slice(0, graphemes.segment(text).containing(max)?.index);
