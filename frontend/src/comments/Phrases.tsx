import type { Phrase } from './historyText';

/** What somebody did, in sentences that begin with their name. */
export const Phrases = ({ who, phrases }: { who: string; phrases: readonly Phrase[] }) =>
  phrases.map((phrase) => (
    <p key={phrase.map((word) => (typeof word === 'string' ? word : word.strong)).join('')}>
      <b className="font-medium text-ink-2">{who}</b>{' '}
      {phrase.map((word) =>
        typeof word === 'string' ? (
          word
        ) : (
          <b key={word.strong} className="font-medium text-ink-2">
            {word.strong}
          </b>
        ),
      )}
    </p>
  ));
