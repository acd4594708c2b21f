import { dayOfWeek, formatUnderstood } from '../lib/dates/format';
import { formatDue } from '../lib/dates/dueText';
import { readDueWords, toLocalDue } from '../lib/dates/dueWords';
import { useNow } from '../lib/useNow';
import { dateTexts as texts } from '../texts/date';

/** How the text of a due date is understood, said while it is typed; a hint while there is none. */
export const ParsedDate = ({ id, text }: { id?: string; text: string }) => {
  const now = useNow();
  const read = readDueWords(text);
  const moment = read && new Date(read.due);
  // What is written out says its date itself; the day of the week is what it leaves open.
  const isWrittenOut = read !== null && formatDue(read.due) === text.trim();
  const words = moment && (isWrittenOut ? dayOfWeek(moment) : formatUnderstood(moment));
  return (
    <p id={id} className="min-h-4 text-xs text-ink-3">
      {/* What is half typed is never understood: that is shown, and not said at every letter. */}
      <span role="status" className="text-ink-2">
        {moment && words && (moment < now ? texts.past(words) : words)}
      </span>
      {!moment && (text.trim() === '' ? texts.hint : toLocalDue(text) === '' ? texts.none : texts.notUnderstood)}
    </p>
  );
};
