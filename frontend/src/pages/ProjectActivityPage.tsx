import { isUuid } from '@contract/uuid';
import { ListFilter } from 'lucide-react';
import { useAddressParam } from '../lib/useAddressParams';
import { usePageQuery } from '../sync/client/usePageQuery';
import { narrowPageClass } from '../features/projects/pageClass';
import { RowsPlaceholder } from '../features/projects/RowsSkeleton';
import { MorePages } from '../features/projects/ShowMore';
import { useAllMembers } from '../features/projects/useAllMembers';
import { useProjectNames } from '../features/projects/useProjectNames';
import { ProjectShell } from './ProjectShell';
import { personItem } from '../features/tasks/model/selectOptions';
import { PersonSelect } from '../features/tasks/parts/LongSelects';
import { commentsTexts } from '../texts/comments';
import { ActivityByDay } from '../features/comments/ActivityByDay';
import type { Names } from '../features/comments/historyText';
import { ProjectActivityDocument } from '../features/comments/ProjectActivity.generated';
import { useRefetchOnVersion } from '../features/comments/useRefetchOnVersion';

const EVERYONE = 'all';

/** All activity in a project, or only one person's, by day. */
const ProjectActivity = ({ projectId }: { projectId: string }) => {
  const [given, show] = useAddressParam('person');
  const actorId = given !== null && isUuid(given) ? given : '';
  const { data, error, loading, readAgain, fetchMore } = usePageQuery(ProjectActivityDocument, {
    variables: { projectId, ...(actorId && { actorId }) },
  });
  // Each write to the project adds a line.
  useRefetchOnVersion(data?.project?.revision, readAgain);
  const activity = data?.activity;
  const { members, hasMore } = useAllMembers(projectId);
  const names: Names = {
    person: (userId) => members?.find((member) => member.userId === userId)?.user.name ?? commentsTexts.toSomebody,
    project: useProjectNames(activity?.nodes),
  };
  const people = (members ?? []).map(({ user }) => personItem(user));

  return (
    <div className={narrowPageClass}>
      <div className="mb-5 flex">
        <PersonSelect
          look="filter"
          aria-label={commentsTexts.person}
          className="max-w-56 min-w-0"
          on={actorId !== ''}
          value={actorId || EVERYONE}
          onValueChange={(next) => show(next === EVERYONE ? null : next)}
          onClear={() => show(null)}
          items={[
            { value: EVERYONE, label: commentsTexts.everyone, icon: <ListFilter /> },
            ...people,
            // The activity includes people who have left.
            ...(actorId && members && !hasMore && !people.some(({ value }) => value === actorId)
              ? [{ value: actorId, label: commentsTexts.formerMember }]
              : []),
          ]}
        />
      </div>
      {activity ? (
        <>
          {activity.nodes.length === 0 && <p className="text-ink-3">{commentsTexts.noActivity}</p>}
          <ActivityByDay lines={activity.nodes} names={names} level={2} />
          <MorePages of={activity.pageInfo} fetchMore={fetchMore} />
        </>
      ) : (
        <RowsPlaceholder error={!loading && error} failed={commentsTexts.activityFetchFailed} onRetry={readAgain} />
      )}
    </div>
  );
};

/** A project's page with everything that happened in it. */
export const ProjectActivityPage = () => (
  <ProjectShell>{(projectId) => <ProjectActivity key={projectId} projectId={projectId} />}</ProjectShell>
);
