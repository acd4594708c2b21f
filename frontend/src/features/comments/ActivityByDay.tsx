import type { ReactNode } from 'react';
import { plainText } from '@contract/plainText';
import { formatFull, formatTime, groupByDay } from '../../lib/dates/format';
import { useNow } from '../../lib/useNow';
import { TaskLink } from '../tasks/parts/TaskLink';
import { commentsTexts } from '../../texts/comments';
import { Avatar } from '../../ui/Avatar';
import { groupActivity } from './groupActivity';
import { activitySentences, type Names } from './historyText';
import type { ProjectActivityQuery } from './ProjectActivity.generated';
import { Sentences } from './Sentences';

/** A line of what happened, as its pages ask for it. */
type ActLine = ProjectActivityQuery['activity']['nodes'][number];

/** Is it about a task, and not about its project or somebody's membership? */
export const isOfTask = ({ entity }: ActLine): boolean => entity !== 'PROJECT' && entity !== 'MEMBER';

interface ActsProps<Line> {
  lines: readonly [Line, ...Line[]];
  names: Names;
  /** What stands below what was done. */
  foot?: ((line: Line) => ReactNode) | undefined;
}

/**
 * What somebody did to something, within an hour, with what they said, and at what time of the day that it stands under. What is
 * about a task opens it.
 */
const Acts = <Line extends ActLine>({ lines, names, foot }: ActsProps<Line>) => {
  const [newest] = lines;
  const { actor, at, subject, taskId } = newest;
  return (
    <li className="relative flex items-start gap-3 border-t border-line py-2.5 before:pointer-events-none before:absolute before:inset-x-[-10px] before:inset-y-0 before:rounded-sm hover:before:bg-fill">
      <Avatar user={actor} size={28} decorative className="mt-0.5" />
      <div className="min-w-0 flex-1 wrap-anywhere text-ink-3">
        {isOfTask(newest) && (
          <p dir="auto" className="line-clamp-2 text-left font-medium text-ink">
            {taskId && subject ? <TaskLink id={taskId} title={subject} /> : (subject ?? commentsTexts.goneTask)}
          </p>
        )}
        {lines.map((line) => (
          <div key={line.id}>
            <Sentences sentences={activitySentences(line, names)} />
            {line.commentText !== null && line.action !== 'DELETED' && (
              <p dir="auto" className="my-1 line-clamp-3 border-l-2 border-line-2 pl-2.5 text-left text-ink-2">
                {plainText(line.commentText)}
              </p>
            )}
          </div>
        ))}
        {foot?.(newest)}
      </div>
      <time dateTime={at} title={formatFull(at)} className="flex-none text-xs/5 text-ink-3">
        {formatTime(at)}
      </time>
    </li>
  );
};

interface ActsByDayProps<Line> extends Pick<ActsProps<Line>, 'names' | 'foot'> {
  /** The newest first. */
  lines: readonly Line[];
  /** The level of the days' headings. */
  level: 2 | 3;
}

/** What was done, day by day, the newest first. */
export const ActivityByDay = <Line extends ActLine>({ lines, names, foot, level }: ActsByDayProps<Line>) => {
  const now = useNow();
  const Day = `h${level}` as const;
  return groupByDay(lines, ({ at }) => at, now).map(({ day, items }) => (
    <section key={day} aria-label={day} className="mb-6">
      <Day className="mb-1.5 text-sm">{day}</Day>
      <ul>
        {groupActivity(items).map((acts) => (
          <Acts key={acts[0].id} lines={acts} names={names} foot={foot} />
        ))}
      </ul>
    </section>
  ));
};
