import { useState, type ReactNode } from 'react';
import { ChevronRight } from 'lucide-react';
import { plainText } from '@contract/plainText';
import { cx } from '../../lib/cx';
import { formatTime, groupByDay } from '../../lib/dates/format';
import { useNow } from '../../lib/useNow';
import { TaskLink } from '../tasks/parts/TaskLink';
import { commentsTexts } from '../../texts/comments';
import { Avatar } from '../../ui/Avatar';
import { Time } from '../../ui/Time';
import { groupActivity, isBulkChange, isAboutTask, type LineGroup } from './groupActivity';
import { activitySentences, bulkChangeSentence, type Names } from './historyText';
import type { ActivityLineFragment } from './ProjectActivity.generated';
import { Sentences, Words } from './Sentences';

interface RowProps<Line> {
  lines: LineGroup<Line>;
  names: Names;
  /** Rendered below a line's text. */
  foot?: ((line: Line) => ReactNode) | undefined;
}

const TaskTitle = ({ line: { taskId, subject } }: { line: ActivityLineFragment }) => (
  <p dir="auto" className="line-clamp-2 text-start font-medium text-ink">
    {taskId && subject ? <TaskLink task={{ id: taskId, title: subject }} /> : (subject ?? commentsTexts.goneTask)}
  </p>
);

/** One action on several tasks: a sentence that expands to the tasks. */
const ManyTasks = <Line extends ActivityLineFragment>({ lines, names }: RowProps<Line>) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        className="relative flex items-start gap-1 text-start hover:text-ink pointer-coarse:min-h-11"
        onClick={() => setOpen(!isOpen)}
      >
        <span>
          <Words words={bulkChangeSentence(lines, names)} strong="font-medium text-ink-2" />
        </span>
        <ChevronRight className={cx('mt-0.75 size-3.5 flex-none stroke-2', isOpen && 'rotate-90')} />
      </button>
      {isOpen && (
        <ul className="my-1 grid gap-1.5 border-s-2 border-line-2 ps-2.5">
          {lines.map((line) => (
            <li key={line.id} className="relative">
              <TaskTitle line={line} />
              <Sentences sentences={activitySentences(line, names)} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
};

/** One person's changes of one object within an hour, with their comments. A change of a task opens the task. */
const OneThing = <Line extends ActivityLineFragment>({ lines, names }: RowProps<Line>) => (
  <>
    {isAboutTask(lines[0]) && <TaskTitle line={lines[0]} />}
    {lines.map((line) => (
      <div key={line.id}>
        <Sentences sentences={activitySentences(line, names)} />
        {line.commentText !== null && line.action !== 'DELETED' && (
          <p dir="auto" className="my-1 line-clamp-3 border-s-2 border-line-2 ps-2.5 text-start text-ink-2">
            {plainText(line.commentText)}
          </p>
        )}
      </div>
    ))}
  </>
);

/** A row with the person and the time of day, below the heading of its day. */
const ActivityRow = <Line extends ActivityLineFragment>(props: RowProps<Line>) => {
  const { lines, foot } = props;
  const [newest] = lines;
  const { actor, at } = newest;
  return (
    <li className="relative flex items-start gap-3 border-t border-line py-2.5 before:pointer-events-none before:absolute before:inset-x-[-10px] before:inset-y-0 before:rounded-sm hover:before:bg-fill">
      <Avatar user={actor} size={28} decorative className="mt-0.5" />
      <div className="min-w-0 flex-1 wrap-anywhere text-ink-3">
        {isBulkChange(lines) ? <ManyTasks {...props} /> : <OneThing {...props} />}
        {foot?.(newest)}
      </div>
      <Time at={at} className="flex-none text-xs/5 text-ink-3">
        {formatTime(at)}
      </Time>
    </li>
  );
};

interface ActivityByDayProps<Line> extends Pick<RowProps<Line>, 'names' | 'foot'> {
  /** The newest first. */
  lines: readonly Line[];
  /** The level of the days' headings. */
  level: 2 | 3;
}

/** The activity by day, newest first. */
export const ActivityByDay = <Line extends ActivityLineFragment>({
  lines,
  names,
  foot,
  level,
}: ActivityByDayProps<Line>) => {
  const now = useNow();
  const Day = `h${level}` as const;
  return groupByDay(lines, ({ at }) => at, now).map(({ day, items }) => (
    <section key={day} aria-label={day} className="mb-6">
      <Day className="mb-1.5 text-sm">{day}</Day>
      <ul>
        {groupActivity(items).map((group) => (
          <ActivityRow key={group[0].id} lines={group} names={names} foot={foot} />
        ))}
      </ul>
    </section>
  ));
};
