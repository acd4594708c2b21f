import { LIMITS } from '@contract/limits';
import { plural } from '../../lib/text';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { useDeleteTasks } from './useDeleteTasks';

interface DeleteTasksDialogProps {
  tasks: readonly { id: string; title: string }[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Asks before tasks are deleted, with their number. */
export const DeleteTasksDialog = ({ tasks, open, onOpenChange }: DeleteTasksDialogProps) => {
  const remove = useDeleteTasks();
  const [only] = tasks;
  const what = tasks.length === 1 ? 'task' : plural(tasks.length, 'task');
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Delete ${what}?`}
      confirmLabel={`Delete ${what}`}
      onConfirm={() => remove(tasks.map(({ id }) => id))}
    >
      <p className="wrap-anywhere">
        {tasks.length === 1 ? <strong className="font-medium">{only?.title}</strong> : plural(tasks.length, 'task')}{' '}
        will be gone for every member of {tasks.length === 1 ? 'its project' : 'their projects'}.
        {tasks.length > LIMITS.bulkMax && ` They are deleted ${LIMITS.bulkMax} at a time.`}
      </p>
    </ConfirmDialog>
  );
};
