import { X } from 'lucide-react';
import { controlsTexts } from '../../texts/controls';
import { tasksTexts } from '../../texts/tasks';
import { ErrorState } from '../../ui/ErrorState';
import { IconButton } from '../../ui/IconButton';
import type { PartFailedProps } from '../../ui/later';
import type { TaskPanelProps } from './TaskPanel';

/** Where the task's panel would stand, while its code cannot be loaded. */
export const TaskPanelFailed = ({ message, pending, onRetry, props }: PartFailedProps<TaskPanelProps>) => (
  <aside
    aria-label={tasksTexts.task}
    className="fixed inset-0 z-20 flex flex-col bg-overlay shadow-dialog md:top-(--bar) md:right-2 md:bottom-2 md:left-auto md:w-[600px] md:rounded-lg"
  >
    <header className="flex h-12 flex-none items-center justify-end border-b border-line pr-2 md:h-11">
      <IconButton label={controlsTexts.close} size="md" onClick={props.onClose}>
        <X />
      </IconButton>
    </header>
    <ErrorState className="flex-1" message={message} pending={pending} onRetry={onRetry} />
  </aside>
);
