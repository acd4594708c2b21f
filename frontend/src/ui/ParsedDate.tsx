import { overdueFrom } from '../lib/dates/due';
import { dayOfWeek } from '../lib/dates/format';
import { formatDue, formatUnderstoodDue } from '../lib/dates/dueText';
import { readDueWords, toLocalDue } from '../lib/dates/dueWords';
import { useNow } from '../lib/useNow';
import { dateTexts as texts } from '../texts/date';

/** How the text of a due date is understood, said while it is typed; a hint while there is none. */
export const ParsedDate = ({ id, text }: { id?: string; text: string }) => {
  const now = useNow();
  const read = readDueWords(text);
  // What is written out says its date itself; the day of the week is what it leaves open.
  const isWrittenOut = read !== null && formatDue(read.due) === text.trim();
  const words = read && (isWrittenOut ? dayOfWeek(read.due) : formatUnderstoodDue(read.due));
  return (
    <p id={id} className="min-h-4 text-xs text-ink-3">
      {/* What is half typed is never understood: that is shown, and not said at every letter. */}
      <span role="status" className="text-ink-2">
        {read && words && (overdueFrom(read.due) < now.getTime() ? texts.past(words) : words)}
      </span>
      {!read && (text.trim() === '' ? texts.hint : toLocalDue(text) === '' ? texts.none : texts.notUnderstood)}
    </p>
  );
};
