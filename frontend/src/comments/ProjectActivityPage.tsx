import { useQuery } from '@apollo/client/react';
import { useSearchParams } from 'react-router-dom';
import { errorText } from '../graphql/errors';
import { usePageQuery } from '../graphql/usePageQuery';
import { formatFull, formatTime } from '../lib/dates';
import { groupByDay } from '../lib/dates';
import { useNow } from '../lib/useNow';
import { narrowPageClass } from '../projects/pageClass';
import { ProjectMembersDocument } from '../projects/ProjectMembers.generated';
import { RowsSkeleton } from '../projects/RowsSkeleton';
import { ShowMore } from '../projects/ShowMore';
import { useProjectNames } from '../projects/useProjectNames';
import { ProjectShell } from '../tasks/project/ProjectShell';
import { personItem } from '../tasks/taskChoices';
import { TaskLink } from '../tasks/TaskLink';
import { commentsTexts } from '../texts/comments';
import { Avatar } from '../ui/Avatar';
import { ErrorState } from '../ui/ErrorState';
import { Select } from '../ui/Select';
import { foldActs } from './foldActs';
import { activitySentences, type Names } from './historyText';
import { ProjectActivityDocument, type ProjectActivityQuery } from './ProjectActivityPage.generated';
import { Sentences } from './Sentences';
import { useReadAgain } from './useReadAgain';

type Line = ProjectActivityQuery['activity']['nodes'][number];

interface ActsProps {
  lines: readonly [Line, ...Line[]];
  names: Names;
}

/**
 * What somebody did to something, within an hour, with what they said, and at what time of the day that it stands under. What is
 * about a task opens it.
 */
const Acts = ({ lines, names }: ActsProps) => {
  const [{ actor, at, entity, subject, taskId }] = lines;
  const isOfTask = entity !== 'PROJECT' && entity !== 'MEMBER';
  return (
    <li className="relative flex items-start gap-3 border-t border-line py-2.5 before:pointer-events-none before:absolute before:inset-x-[-10px] before:inset-y-0 before:rounded-sm hover:before:bg-fill">
      <Avatar user={actor} size={28} decorative className="mt-0.5" />
      <div className="min-w-0 flex-1 wrap-anywhere text-ink-3">
        {isOfTask && (
          <p dir="auto" className="line-clamp-2 text-left font-medium text-ink">
            {taskId && subject ? <TaskLink id={taskId} title={subject} /> : (subject ?? commentsTexts.goneTask)}
          </p>
        )}
        {lines.map((line) => (
          <div key={line.id}>
            <Sentences sentences={activitySentences(line, names)} />
            {line.commentText !== null && line.action !== 'DELETED' && (
              <p dir="auto" className="my-1 line-clamp-3 border-l-2 border-line-2 pl-2.5 text-left text-ink-2">
                {line.commentText}
              </p>
            )}
          </div>
        ))}
      </div>
      <time dateTime={at} title={formatFull(at)} className="flex-none text-xs/5 text-ink-3">
        {formatTime(at)}
      </time>
    </li>
  );
};

const PERSON = 'person';
const EVERYBODY = 'all';
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Everything that happened in a project, or what one of its people did, day by day. */
const ProjectActivity = ({ projectId }: { projectId: string }) => {
  const [params, setParams] = useSearchParams();
  const given = params.get(PERSON) ?? '';
  const actorId = UUID.test(given) ? given : '';
  const { data, error, loading, refetch, fetchMore } = usePageQuery(ProjectActivityDocument, {
    variables: { projectId, ...(actorId && { actorId }) },
  });
  // Each write to the project is one more line.
  const readAgain = useReadAgain(data?.project?.revision, refetch);
  const activity = data?.activity;
  const { data: withMembers } = useQuery(ProjectMembersDocument, { variables: { projectId } });
  const now = useNow();
  const members = withMembers?.project?.members.nodes;
  const names: Names = {
    person: (userId) => members?.find((member) => member.userId === userId)?.user.name ?? commentsTexts.toSomebody,
    project: useProjectNames(),
  };
  const show = (next: string): void => {
    const changed = new URLSearchParams(params);
    if (next === '') changed.delete(PERSON);
    else changed.set(PERSON, next);
    setParams(changed, { replace: true });
  };
  const people = (members ?? []).map(({ user }) => personItem(user));

  return (
    <div className={narrowPageClass}>
      <div className="mb-5 flex">
        <Select
          look="filter"
          aria-label={commentsTexts.person}
          className="max-w-56 min-w-0"
          on={actorId !== ''}
          value={actorId || EVERYBODY}
          onValueChange={(next) => show(next === EVERYBODY ? '' : next)}
          onClear={() => show('')}
          items={[
            { value: EVERYBODY, label: commentsTexts.everybody },
            ...people,
            // Who has left is still in what happened.
            ...(actorId && members && !people.some(({ value }) => value === actorId)
              ? [{ value: actorId, label: commentsTexts.formerMember }]
              : []),
          ]}
        />
      </div>
      {activity ? (
        <>
          {activity.nodes.length === 0 && <p className="text-ink-3">{commentsTexts.noActivity}</p>}
          {groupByDay(activity.nodes, ({ at }) => at, now).map(({ day, items }) => (
            <section key={day} aria-label={day} className="mb-6">
              <h2 className="mb-1.5 text-sm">{day}</h2>
              <ul>
                {foldActs(items).map((lines) => (
                  <Acts key={lines[0].id} lines={lines} names={names} />
                ))}
              </ul>
            </section>
          ))}
          {activity.pageInfo.hasNextPage && (
            <ShowMore loadMore={() => fetchMore({ variables: { after: activity.pageInfo.endCursor } })} />
          )}
        </>
      ) : error && !loading ? (
        <ErrorState
          className="flex-1"
          message={errorText(error, commentsTexts.activityFetchFailed)}
          onRetry={readAgain}
        />
      ) : (
        <RowsSkeleton />
      )}
    </div>
  );
};

/** A project's page with everything that happened in it. */
export const ProjectActivityPage = () => (
  <ProjectShell>{(projectId) => <ProjectActivity key={projectId} projectId={projectId} />}</ProjectShell>
);
