import type { Sentence } from '../../texts/sentence';

const textOf = (words: Sentence): string =>
  words.map((word) => (typeof word === 'string' ? word : word.strong)).join('');

/** A sentence, in which some words stand out. */
export const Words = ({ words, strong }: { words: Sentence; strong: string }) =>
  words.map((word, at) =>
    typeof word === 'string' ? (
      word
    ) : (
      // The same name may stand in it twice.
      <b key={textOf(words.slice(0, at))} dir="auto" className={strong}>
        {word.strong}
      </b>
    ),
  );

/** What somebody did, a line each. */
export const Sentences = ({ sentences }: { sentences: readonly Sentence[] }) =>
  sentences.map((words) => (
    <p key={textOf(words)}>
      <Words words={words} strong="font-medium text-ink-2" />
    </p>
  ));
