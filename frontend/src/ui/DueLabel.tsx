import type { TaskStatus } from '@contract/enums';
import { Calendar, Clock } from 'lucide-react';
import { cx } from '../lib/cx';
import { dueLabel, formatFull, type Due, type Moment } from '../lib/dates/format';
import { useNow } from '../lib/useNow';

const TONES: Record<Due['tone'], string> = {
  late: 'font-medium text-danger-ink',
  today: 'font-medium text-ink',
  later: '',
};

/** When a task is due, red and with a clock when that has passed; nothing without a due date. */
export const DueLabel = ({ dueDate, status }: { dueDate: Moment | null | undefined; status: TaskStatus }) => {
  const now = useNow();
  if (!dueDate) return null;
  const { text, tone } = dueLabel(dueDate, status, now);
  const Icon = tone === 'late' ? Clock : Calendar;
  return (
    <span className={cx('fact', TONES[tone])} title={formatFull(dueDate)}>
      <Icon />
      {text}
    </span>
  );
};
