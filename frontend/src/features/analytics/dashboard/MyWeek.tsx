import { addDays, isoDay } from '../../../lib/dates/day';
import { isLate } from '../../../lib/dates/due';
import { cx } from '../../../lib/cx';
import { dayOfWeek } from '../../../lib/dates/format';
import { useNow } from '../../../lib/useNow';
import { BUILT_IN } from '../../tasks/views/builtIn';
import { dashboardTexts } from '../../../texts/dashboard';
import { number } from '../../../texts/format';
import type { DashboardQuery } from './Dashboard.generated';
import { Section } from './Section';
import { TaskRow } from './TaskRow';
import { Link } from '../../../ui/Link';

type Week = DashboardQuery['week'];
type WeekTask = Week['nodes'][number];

const { week: texts } = dashboardTexts;

interface Day {
  name: string;
  isLate: boolean;
  tasks: WeekTask[];
}

/** Overdue tasks, then the days on which tasks are due, in order. */
export const daysOf = (tasks: readonly WeekTask[], now: Date): readonly Day[] => {
  const days = new Map<string, Day>();
  const today = isoDay(now);
  const tomorrow = addDays(today, 1);
  for (const task of tasks) {
    if (task.dueDate === null) continue;
    const day = task.dueDay ?? isoDay(new Date(task.dueDate));
    const late = isLate(task, now);
    const key = late ? '' : day;
    const known = days.get(key);
    if (known) known.tasks.push(task);
    else {
      const name = late
        ? texts.overdue
        : day === today
          ? texts.today
          : day === tomorrow
            ? texts.tomorrow
            : dayOfWeek(day);
      days.set(key, { name, isLate: late, tasks: [task] });
    }
  }
  // Tasks are sorted by due time, which can fall on another day in other time zones.
  return [...days].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, day]) => day);
};

/** The viewer's tasks of this week, by due day. */
export const MyWeek = ({ week }: { week: Week }) => {
  const now = useNow();
  const more = week.totalCount - week.nodes.length;
  return (
    <Section
      title={texts.title}
      note={week.totalCount > 0 && number(week.totalCount)}
      all={{ to: BUILT_IN.myWork, label: texts.viewAll }}
      className="mb-9"
    >
      {week.nodes.length === 0 ? (
        <p className="border-t border-line py-4 text-ink-3">{texts.none}</p>
      ) : (
        daysOf(week.nodes, now).map(({ name, isLate, tasks }) => (
          // Not a region, because the days of the notification list have the same names.
          <div key={name} role="group" aria-label={name} className="not-first:mt-3">
            <h3 className={cx('pt-1 pb-1 text-xs font-medium', isLate ? 'text-danger-ink' : 'text-ink-3')}>{name}</h3>
            <ul>
              {tasks.map((task) => (
                <TaskRow key={task.id} task={task} isOwn />
              ))}
            </ul>
          </div>
        ))
      )}
      {more > 0 && (
        <p className="border-t border-line py-2 text-xs">
          <Link
            to={BUILT_IN.myWork}
            className="rounded-xs text-ink-3 hover:text-ink pointer-coarse:inline-block pointer-coarse:py-3.5"
          >
            {texts.more(more)}
          </Link>
        </p>
      )}
    </Section>
  );
};
