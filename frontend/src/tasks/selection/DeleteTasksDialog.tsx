import { tasksTexts } from '../../texts/tasks';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import type { AllChosen } from './selection';
import { useDeleteTasks } from '../bulk/useChangeTasks';

interface DeleteTasksDialogProps {
  tasks: readonly { id: string; title: string }[];
  /** All that match a filter, of which `tasks` are loaded. */
  all: AllChosen | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const texts = tasksTexts.delete;

/** Asks before tasks are deleted, with their number. */
export const DeleteTasksDialog = ({ tasks, all, open, onOpenChange }: DeleteTasksDialogProps) => {
  const remove = useDeleteTasks();
  const [only] = tasks;
  const count = all ? all.count : tasks.length;
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={texts.title(count)}
      confirmLabel={texts.confirm(count)}
      onConfirm={() => {
        const done = remove(
          tasks.map(({ id }) => id),
          all,
        );
        // What takes long goes on without the question, and says how far it is.
        return all ? undefined : done;
      }}
    >
      <p className="wrap-anywhere">
        {count === 1 && only
          ? texts.textOfChosen(<strong className="font-medium">{only.title}</strong>)
          : texts.textOfMany(count)}
      </p>
    </ConfirmDialog>
  );
};
