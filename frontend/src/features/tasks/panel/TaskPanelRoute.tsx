// An open task in a panel over the page; the address contains its key.
import { createContext, Suspense, useRef, useState, type ReactNode } from 'react';
import { X } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router-dom';
import { controlsTexts } from '../../../texts/controls';
import { taskTexts } from '../../../texts/task';
import { ErrorState } from '../../../ui/ErrorState';
import { IconButton } from '../../../ui/IconButton';
import { lazyComponent, type LoadFailedProps } from '../../../ui/lazyComponent';
import { isKey, isOpenedOverPage, KEY_PROJECT_PARAM, openTaskOf, withoutTask } from '../model/taskUrl';
import type { TaskPanelProps } from './TaskPanel';

/** Renders the parts of other modules below the fields of an open task. */
export const TaskPanelSlot = createContext<(taskId: string) => ReactNode>(() => null);

/** Replaces the task's panel if its code can't be loaded. */
const TaskPanelFailed = ({ message, pending, onRetry, props }: LoadFailedProps<TaskPanelProps>) => (
  <aside
    aria-label={taskTexts.task}
    className="fixed inset-0 z-20 flex flex-col bg-overlay shadow-dialog md:top-(--bar) md:end-2 md:bottom-2 md:start-auto md:w-[600px] md:rounded-lg"
  >
    <header className="flex h-12 flex-none items-center justify-end border-b border-line pe-2 md:h-11">
      <IconButton label={controlsTexts.close} size="md" onClick={props.onClose}>
        <X />
      </IconButton>
    </header>
    <ErrorState className="flex-1" message={message} pending={pending} onRetry={onRetry} />
  </aside>
);

const TaskPanel = lazyComponent(() => import('./TaskPanel'), 'TaskPanel', { Failed: TaskPanelFailed, preload: true });

const FindTask = lazyComponent(() => import('./FindTask'), 'FindTask');

/** Shows the task in the address, over the page. */
export const TaskPanelRoute = ({ onChanged }: { onChanged?: () => void }) => {
  const { search, state, key: locationKey } = useLocation();
  const navigate = useNavigate();
  const closed = useRef('');
  const named = openTaskOf(search);
  const projectId = new URLSearchParams(search).get(KEY_PROJECT_PARAM);
  // The key that was looked up, and where.
  const [found, setFound] = useState<{ key: string; projectId: string | null; id: string }>();
  const isFound = named !== null && named === found?.key && projectId === found.projectId;
  const isUnknown = named !== null && !isFound && isKey(named);
  const id = isFound ? found.id : named;
  // The panel keeps showing its task while it closes.
  const [shown, setShown] = useState(id);
  if (id !== null && id !== shown) setShown(id);
  const last = id ?? shown;

  const close = (): void => {
    // A second press, before the page has changed, would leave the page.
    if (closed.current === locationKey) return;
    closed.current = locationKey;
    if (isOpenedOverPage(state)) void navigate(-1);
    else void navigate({ search: withoutTask(search) }, { replace: true });
  };
  if (isUnknown) {
    return (
      <FindTask
        key={`${projectId ?? ''} ${named}`}
        taskKey={named}
        projectId={projectId}
        onFound={(it) => setFound({ key: named, projectId, id: it })}
        onClose={close}
      />
    );
  }
  if (last === null) return null;

  return (
    <Suspense>
      <TaskPanel id={last} open={id !== null} onClose={close} onChanged={onChanged} />
    </Suspense>
  );
};
