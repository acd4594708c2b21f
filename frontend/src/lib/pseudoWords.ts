import type { Messages } from '@lingui/core';
import type { PSEUDO_LANGUAGES } from '../language/language';

/* Generates the texts of the test languages from English, so that tests find untranslated text, text that does not fit,
   and layouts that are not mirrored. */

type Pseudo = (typeof PSEUDO_LANGUAGES)[number];

const PLAIN = 'aceinorsuyAEIOUCN';
const ACCENTED = 'áçéíñóřšúýÁÉÍÓÚÇÑ';

const accent = (text: string): string =>
  text.replaceAll(/[a-z]/gi, (letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter);

/** Doubles vowels until a text is 40 % longer. */
function lengthen(text: string): string {
  let room = Math.ceil(text.length * 0.4);
  return text.replaceAll(/[aeiou](?=\w|$)/gi, (letter) => {
    if (room <= 0) return letter;
    room -= 1;
    return letter + letter.toLowerCase();
  });
}

/** Marks each word as right-to-left. */
const mirror = (text: string): string => text.replaceAll(/[\p{L}\d]+/gu, (word) => `\u202e${word}\u202c`);

/** Keeps elements in a sentence, such as `<link>`. */
const pseudoText = (text: string, language: Pseudo): string =>
  text
    .split(/(<\/?\w+\/?>)/)
    .map((part, at) => {
      if (at % 2 === 1 || !/\p{L}/u.test(part)) return part;
      return language === 'ar-XB' ? mirror(part) : accent(lengthen(part));
    })
    .join('');

/** A compiled part of a message: a text, or a value with its forms (`['count', 'plural', { one: …, other: … }]`). */
type Part = string | readonly [name: string, type?: string, forms?: Record<string, unknown> | string];

function pseudoParts(message: unknown, language: Pseudo): unknown {
  if (typeof message === 'string') return pseudoText(message, language);
  if (!Array.isArray(message)) return message;
  return (message as Part[]).map((part) => {
    if (typeof part === 'string') return pseudoText(part, language);
    const [name, type, forms] = part;
    if (typeof forms !== 'object') return part;
    return [name, type, Object.fromEntries(Object.entries(forms).map(([key, it]) => [key, pseudoParts(it, language)]))];
  });
}

/** Converts compiled messages to a test language. */
export const pseudoWords = (messages: Messages, language: Pseudo): Messages =>
  Object.fromEntries(Object.entries(messages).map(([id, it]) => [id, pseudoParts(it, language)])) as Messages;
