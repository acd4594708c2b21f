// Finds repetitions in a line.
import { RepeatMode } from '@contract/repeat';
import { type ReadRepeat, readRepeatWords } from '@contract/repeatWords';

/** No rule has more words. */
const WORDS_MAX = 8;

/** Parses the longest rule at the beginning of a text. Returns its end and its value for the line. */
export const findRepeat = (text: string): { end: number; value: string } | null => {
  const ends = [...text.matchAll(/\S+/gu)].slice(0, WORDS_MAX).map(({ index, 0: word }) => index + word.length);
  for (const whole of ends.toReversed()) {
    // A sentence ends with punctuation that is not part of a rule, except in 'every!'.
    for (const end of new Set([whole, text.slice(0, whole).replace(/[.,;:!?)\]}]+$/u, '').length])) {
      const read = readRepeatWords(text.slice(0, end));
      if (read) return { end, value: `${read.mode} ${read.rule}` };
    }
  }
  return null;
};

/** The rule of a token. */
export const repeatOf = (value: string): ReadRepeat => {
  const [mode, rule = ''] = value.split(' ');
  return { rule, mode: mode === 'FROM_DONE' ? RepeatMode.FROM_DONE : RepeatMode.FROM_DUE };
};
