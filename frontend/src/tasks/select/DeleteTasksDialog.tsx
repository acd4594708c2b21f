import { LIMITS } from '@contract/limits';
import { tasksTexts } from '../../texts/tasks';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { useDeleteTasks } from './useDeleteTasks';

interface DeleteTasksDialogProps {
  tasks: readonly { id: string; title: string }[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const texts = tasksTexts.delete;

/** Asks before tasks are deleted, with their number. */
export const DeleteTasksDialog = ({ tasks, open, onOpenChange }: DeleteTasksDialogProps) => {
  const remove = useDeleteTasks();
  const [only] = tasks;
  const count = tasks.length;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={texts.title(count)}
      confirmLabel={texts.confirm(count)}
      onConfirm={() => remove(tasks.map(({ id }) => id))}
    >
      <p className="wrap-anywhere">
        {count === 1
          ? texts.textOfChosen(<strong className="font-medium">{only?.title}</strong>)
          : texts.textOfMany(count)}
        {count > LIMITS.bulkMax && ` ${texts.textOfParts(LIMITS.bulkMax)}`}
      </p>
    </ConfirmDialog>
  );
};
