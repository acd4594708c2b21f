import { use, useState } from 'react';
import { Link as LinkIcon, Trash2 } from 'lucide-react';
import { Link } from 'react-router-dom';
import { reportError } from '../../graphql/errors';
import { useTitleOver } from '../../lib/usePageTitle';
import { tasksTexts } from '../../texts/tasks';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { IconButton } from '../../ui/IconButton';
import { notify } from '../../ui/notify';
import { ProjectDot } from '../../ui/ProjectDot';
import { PanelBody, PanelHead } from '../../ui/SidePanel';
import { copyText } from '../../lib/copyText';
import type { OpenedTask } from '../fields/factProps';
import { TaskExtraContext } from './TaskExtra';
import { TaskFacts } from './TaskFacts';
import { TaskDescription, TaskTitle } from './TaskTexts';
import { useDeleteTask } from '../useDeleteTask';

interface OpenedTaskPanelProps {
  task: OpenedTask;
  /** It was deleted meanwhile, or its project is not the viewer's any more: it can be read, but not changed. */
  isGone: boolean;
  onClose: () => void;
  onChanged?: (() => void) | undefined;
}

const copyLink = async (): Promise<void> => {
  if (await copyText(window.location.href)) notify.success(tasksTexts.panel.copied);
  else notify.error(tasksTexts.panel.copyFailed);
};

/** A task that is there: its texts, its facts, what was said about it and done to it. */
export const OpenedTaskPanel = ({ task, isGone, onClose, onChanged }: OpenedTaskPanelProps) => {
  const [remove] = useDeleteTask();
  const [asking, setAsking] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const renderExtra = use(TaskExtraContext);
  const { id, title, project } = task;
  useTitleOver(title);
  const edit = { task, disabled: isGone, onSaved: onChanged };

  const confirmDelete = async (): Promise<boolean> => {
    setDeleting(true);
    try {
      await remove(id);
    } catch (error) {
      setDeleting(false);
      reportError(error, { fallback: tasksTexts.delete.failed(1) });
      return false;
    }
    onClose();
    notify.success(tasksTexts.delete.done(1));
    onChanged?.();
    return true;
  };

  return (
    <>
      <PanelHead
        title={title}
        actions={
          <>
            <IconButton label={tasksTexts.panel.copyLink} size="md" onClick={() => void copyLink()}>
              <LinkIcon />
            </IconButton>
            {!isGone && (
              <IconButton label={tasksTexts.delete.label} size="md" onClick={() => setAsking(true)}>
                <Trash2 />
              </IconButton>
            )}
          </>
        }
      >
        <Link
          to={`/projects/${project.id}`}
          className="inline-flex max-w-full items-center gap-1.5 rounded-xs text-xs text-ink-2 hover:text-ink pointer-coarse:min-h-11"
        >
          <ProjectDot color={project.color} />
          <span dir="auto" className="truncate">
            {project.name}
          </span>
        </Link>
      </PanelHead>
      <PanelBody>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pt-4 pb-5">
          {/* Whoever deletes it here knows. */}
          {isGone && !deleting && (
            <p role="alert" className="rounded-md border border-caution-line bg-caution-soft px-3.5 py-3">
              {tasksTexts.panel.gone}
            </p>
          )}
          <TaskTitle {...edit} />
          <TaskFacts {...edit} />
          <TaskDescription {...edit} />
        </div>
        {!isGone && renderExtra(id)}
      </PanelBody>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={tasksTexts.delete.title(1)}
        confirmLabel={tasksTexts.delete.confirm(1)}
        onConfirm={confirmDelete}
      >
        <p className="wrap-anywhere">
          {tasksTexts.delete.textOfOne(
            <strong dir="auto" className="font-medium">
              {title}
            </strong>,
          )}
        </p>
      </ConfirmDialog>
    </>
  );
};
