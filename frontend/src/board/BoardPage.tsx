import { Suspense } from 'react';
import { ChevronDown, Plus } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { usePageTitle } from '../lib/usePageTitle';
import { NewTask } from '../tasks/new/NewTask';
import { OpenTask } from '../tasks/panel/OpenTask';
import { useNewTask } from '../tasks/new/useNewTask';
import { boardTexts } from '../texts/board';
import { tasksTexts } from '../texts/tasks';
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
      <header className="flex flex-none items-center gap-2 px-4 pt-4 pb-3 md:px-6 md:pt-5 md:pb-4">
        <div className="min-w-0 flex-1">
          <h1 className="text-lg tracking-tight">{boardTexts.heading}</h1>
          <p className="text-ink-3 max-md:sr-only">{boardTexts.about}</p>
        </div>
        <Suspense
          fallback={
            <span className="btn btn-filter">
              <span className="max-md:sr-only">{boardTexts.allProjects}</span>
              <ChevronDown className="size-3.5 stroke-2" />
            </span>
          }
        >
          <ProjectFilter value={projectId} onValueChange={filter} />
        </Suspense>
        <Button variant="primary" icon={<Plus />} onClick={() => newTask.open()}>
          {tasksTexts.newTask}
        </Button>
      </header>
      <Board key={projectId ?? ''} projectId={projectId} onNewTask={newTask.open} />
      <NewTask state={newTask.state} onOpenChange={newTask.onOpenChange} projectId={projectId} />
      <OpenTask />
    </div>
  );
};
