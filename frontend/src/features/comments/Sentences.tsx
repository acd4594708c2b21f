import type { Sentence } from '../../texts/sentence';

const textOf = (words: Sentence): string =>
  words.map((word) => (typeof word === 'string' ? word : word.strong)).join('');

/** A sentence with highlighted words. */
export const Words = ({ words, strong }: { words: Sentence; strong: string }) =>
  words.map((word, at) =>
    typeof word === 'string' ? (
      word
    ) : (
      // A sentence may contain the same name twice.
      <b key={textOf(words.slice(0, at))} dir="auto" className={strong}>
        {word.strong}
      </b>
    ),
  );

/** Changes, one sentence in each line. */
export const Sentences = ({ sentences }: { sentences: readonly Sentence[] }) =>
  sentences.map((words) => (
    <p key={textOf(words)}>
      <Words words={words} strong="font-medium text-ink-2" />
    </p>
  ));
