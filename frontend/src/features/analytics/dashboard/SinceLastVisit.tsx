import { Words } from '../../comments/Sentences';
import { plainText } from '@contract/plainText';
import { groupActivity, isBulkChange, isAboutTask, type LineGroup } from '../../comments/groupActivity';
import { activitySentences, bulkChangeSentence, type Names } from '../../comments/historyText';
import { formatMoment } from '../../../lib/dates/format';
import { useNow } from '../../../lib/useNow';
import { useProjectNames } from '../../projects/useProjectNames';
import { TaskLink } from '../../tasks/parts/TaskLink';
import { commentsTexts } from '../../../texts/comments';
import { dashboardTexts } from '../../../texts/dashboard';
import { Avatar } from '../../../ui/Avatar';
import { Time } from '../../../ui/Time';
import type { DashboardQuery } from './Dashboard.generated';
import { Section } from './Section';

type Since = DashboardQuery['sinceLastVisit'];

const { since: texts } = dashboardTexts;
/** The number of changes shown here; the activity page has all. */
const MAX_SHOWN = 4;

/** One action, or the latest one of a person on a task. */
const LatestRow = ({ lines, names }: { lines: LineGroup<Since['latest'][number]>; names: Names }) => {
  const [line] = lines;
  const isMany = isBulkChange(lines);
  return (
    <li className="relative flex items-start gap-2.5 border-t border-line py-2 before:pointer-events-none before:absolute before:inset-x-[-10px] before:inset-y-0 before:rounded-sm hover:before:bg-fill">
      <Avatar user={line.actor} decorative className="mt-px" />
      <div className="min-w-0 flex-1 wrap-anywhere">
        {!isMany && line.subject !== null && isAboutTask(line) && (
          <p dir="auto" className="truncate text-start font-medium">
            {line.taskId ? <TaskLink task={{ id: line.taskId, title: line.subject }} /> : line.subject}
          </p>
        )}
        <p className="line-clamp-2 text-xs text-ink-3">
          <Words
            words={isMany ? bulkChangeSentence(lines, names) : (activitySentences(line, names)[0] ?? [])}
            strong="font-medium text-ink-2"
          />
          {line.commentText !== null && <span className="text-ink-2">{texts.said(plainText(line.commentText))}</span>}
        </p>
      </div>
    </li>
  );
};

/** Other people's activity since the viewer's last visit: a summary and the latest changes. */
export const SinceLastVisit = ({ since }: { since: Since }) => {
  const now = useNow();
  const { at, count, people, latest } = since;
  const names: Names = {
    // The activity page says who was affected.
    person: () => commentsTexts.toSomebody,
    project: useProjectNames(),
  };
  if (at === null) return null;
  return (
    <Section
      title={texts.title}
      note={<Time at={at}>{formatMoment(at, now)}</Time>}
      all={{ to: '/activity', label: texts.viewAll }}
      className="mb-9"
    >
      <p className="border-t border-line py-2 text-xs text-ink-3">
        {count === 0 ? texts.none : texts.count(count, people, count >= texts.counted)}
      </p>
      {latest.length > 0 && (
        <ul>
          {groupActivity(latest)
            .slice(0, MAX_SHOWN)
            .map((lines) => (
              <LatestRow key={lines[0].id} lines={lines} names={names} />
            ))}
        </ul>
      )}
    </Section>
  );
};
