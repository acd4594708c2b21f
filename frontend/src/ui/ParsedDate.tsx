import { overdueFrom } from '../lib/dates/due';
import { dayOfWeek } from '../lib/dates/format';
import { formatDue, formatParsedDue } from '../lib/dates/dueText';
import { readDueWords, toLocalDue } from '../lib/dates/dueWords';
import { useNow } from '../lib/useNow';
import { dateTexts as texts } from '../texts/date';

/** The parsed due date, announced while the person types; a hint if there is no text. */
export const ParsedDate = ({ id, text }: { id?: string; text: string }) => {
  const now = useNow();
  const read = readDueWords(text);
  // A complete date only lacks the weekday.
  const isWrittenOut = read !== null && formatDue(read.due) === text.trim();
  const words = read && (isWrittenOut ? dayOfWeek(read.due) : formatParsedDue(read.due));
  return (
    <p id={id} className="min-h-4 text-xs text-ink-3">
      {/* A half-typed date can't be parsed, which is shown but not announced at every letter. */}
      <span role="status" className="text-ink-2">
        {read && words && (overdueFrom(read.due) < now.getTime() ? texts.past(words) : words)}
      </span>
      {!read && (text.trim() === '' ? texts.hint : toLocalDue(text) === '' ? texts.none : texts.notUnderstood)}
    </p>
  );
};
