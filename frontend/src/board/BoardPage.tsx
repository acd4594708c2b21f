// The board: tasks in columns by status, to be dragged or moved by keys.
import { Suspense, useState } from 'react';
import { ChevronDown, Plus } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { usePageTitle } from '../lib/usePageTitle';
import { NewTask, useNewTask } from '../tasks/new/NewTask';
import { OpenTask } from '../tasks/panel/OpenTask';
import { WorkHeading } from '../tasks/WorkHeading';
import { boardTexts } from '../texts/board';
import { taskTexts } from '../texts/task';
import { Button } from '../ui/Button';
import { later } from '../ui/later';
import { RetryLine } from '../ui/RetryLine';
import { Board } from './Board';

const ProjectFilter = later(() => import('./ProjectFilter'), 'ProjectFilter', { Failed: RetryLine, isSoon: true });

const PROJECT_PARAM = 'project';

/** The board of all projects, or of the one that the address names. */
export const BoardPage = () => {
  usePageTitle(boardTexts.title);
  const [params, setParams] = useSearchParams();
  const projectId = params.get(PROJECT_PARAM) ?? undefined;
  const newTask = useNewTask();
  // The cards come first: what chooses among projects is as much code as half the board.
  const [isRead, setRead] = useState(ProjectFilter.isHere);
  const filterAhead = (
    <span className="btn btn-filter">
      <span className="max-md:sr-only">{boardTexts.allProjects}</span>
      <ChevronDown className="size-3.5 stroke-2" />
    </span>
  );

  const filter = (next: string | undefined): void => {
    setParams(
      (now) => {
        const changed = new URLSearchParams(now);
        if (next) changed.set(PROJECT_PARAM, next);
        else changed.delete(PROJECT_PARAM);
        return changed;
      },
      { replace: true },
    );
  };

  return (
    <div className="flex min-h-0 flex-1 flex-col bg-well">
      <WorkHeading title={boardTexts.heading} text={boardTexts.about}>
        {isRead ? (
          <Suspense fallback={filterAhead}>
            <ProjectFilter value={projectId} onValueChange={filter} />
          </Suspense>
        ) : (
          filterAhead
        )}
        <Button variant="primary" icon={<Plus />} onClick={() => newTask.open()}>
          {taskTexts.newTask}
        </Button>
      </WorkHeading>
      <Board key={projectId ?? ''} projectId={projectId} onNewTask={newTask.open} onRead={() => setRead(true)} />
      <NewTask task={newTask} projectId={projectId} />
      <OpenTask />
    </div>
  );
};
