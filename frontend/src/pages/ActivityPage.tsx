// The activity in all projects, by day.
import { usePageTitle } from '../lib/usePageTitle';
import { PageHeading } from '../features/projects/PageHeading';
import { narrowPageClass } from '../features/projects/pageClass';
import { TaskPanelRoute } from '../features/tasks/panel/TaskPanelRoute';
import { teamTexts } from '../texts/team';
import { ActivityDays } from '../features/analytics/ActivityDays';
import { ActorFilter, ProjectFilter } from '../features/analytics/Filters';
import { useFilterParam } from '../features/analytics/useFilterParam';

const { activity: texts } = teamTexts;

/** The activity in the viewer's projects, filtered by project and person. */
export const ActivityPage = () => {
  usePageTitle(texts.title);
  const [actorId, setActor] = useFilterParam('person');
  const [projectId, setProject] = useFilterParam('project');
  return (
    <div className={narrowPageClass}>
      <PageHeading title={texts.title} text={texts.about} />
      <div className="mb-6 flex flex-wrap gap-2">
        <ProjectFilter value={projectId} onValueChange={setProject} />
        <ActorFilter label={texts.person} everyone={texts.everyone} value={actorId} onValueChange={setActor} />
      </div>
      <ActivityDays actorId={actorId} projectId={projectId} level={2} />
      <TaskPanelRoute />
    </div>
  );
};
