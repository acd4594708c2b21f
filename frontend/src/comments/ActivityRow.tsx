import { formatFull, formatTime } from '../lib/dates';
import { TaskLink } from '../tasks/TaskLink';
import { commentsTexts } from '../texts/comments';
import { Avatar } from '../ui/Avatar';
import { activitySentences } from './activityText';
import type { ProjectActivityQuery } from './ProjectActivity.generated';
import { Sentences } from './Sentences';

export type Activity = NonNullable<ProjectActivityQuery['project']>['activity']['nodes'][number];

interface ActivityRowProps {
  line: Activity;
  nameOf: (userId: string) => string;
}

/** Who did what, to what, and at what time of the day that it stands under. One about a task opens it. */
export const ActivityRow = ({ line, nameOf }: ActivityRowProps) => {
  const { actor, at, entity, subject, taskId } = line;
  const isOfTask = entity === 'TASK' || entity === 'COMMENT';
  return (
    <li className="relative flex items-start gap-3 border-t border-line py-2.5 before:pointer-events-none before:absolute before:inset-x-[-10px] before:inset-y-0 before:rounded-sm hover:before:bg-fill">
      <Avatar user={actor} size={28} decorative className="mt-0.5" />
      <div className="min-w-0 flex-1 wrap-anywhere text-ink-3">
        <Sentences sentences={activitySentences(line, nameOf)} />
        {isOfTask && (
          <p dir="auto" className="line-clamp-2 text-left text-ink">
            {taskId && subject ? <TaskLink id={taskId} title={subject} /> : (subject ?? commentsTexts.goneTask)}
          </p>
        )}
      </div>
      <time dateTime={at} title={formatFull(at)} className="flex-none text-xs/5 text-ink-3">
        {formatTime(at)}
      </time>
    </li>
  );
};
