/** A highlighted part of a sentence: a name, a title, a place. */
export interface Strong {
  strong: string;
}

/** A sentence in the word order of its language. */
export type Sentence = readonly (string | Strong)[];

/** Private-use characters, which neither our texts nor names contain. */
const [OPEN, CLOSE] = ['\uE000', '\uE001'];

/** Builds a sentence from a message. The order of its values depends on the language. */
export const sentence = <Values extends Record<string, Strong>>(
  values: Values,
  format: (placeholders: Record<keyof Values, string>) => string,
): Sentence => {
  const placeholders = Object.fromEntries(Object.keys(values).map((name) => [name, `${OPEN}${name}${CLOSE}`]));
  return format(placeholders as Record<keyof Values, string>)
    .split(new RegExp(`[${OPEN}${CLOSE}]`))
    .map((part, at) => (at % 2 === 1 ? values[part] : part))
    .filter((part): part is string | Strong => part !== undefined && part !== '');
};
