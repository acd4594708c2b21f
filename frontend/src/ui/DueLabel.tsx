import type { DueTask } from '@contract/taskPlace';
import { Calendar, Clock } from 'lucide-react';
import { cx } from '../lib/cx';
import { dueOf } from '../lib/dates/due';
import { dueLabel, formatDueValue, type Due } from '../lib/dates/format';
import { useNow } from '../lib/useNow';

const TONES: Record<Due['tone'], string> = {
  late: 'font-medium text-danger-ink',
  today: 'font-medium text-ink',
  later: '',
};

/** A task's due date, in red with a clock if it has passed; nothing without a due date. */
export const DueLabel = ({ task }: { task: DueTask }) => {
  const now = useNow();
  const due = dueOf(task);
  if (due === null) return null;
  const { text, tone } = dueLabel(due, task, now);
  const Icon = tone === 'late' ? Clock : Calendar;
  return (
    <span className={cx('fact', TONES[tone])} title={formatDueValue(due)}>
      <Icon />
      {text}
    </span>
  );
};
