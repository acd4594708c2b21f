import { tasksTexts } from '../../../texts/tasks';
import { ConfirmDialog } from '../../../ui/ConfirmDialog';
import type { AllSelected } from '../selection/selection';
import { useDeleteTasks } from '../bulk/useChangeTasks';

export interface DeleteTasksProps {
  ids: readonly string[];
  /** Set if all tasks that match a filter are chosen; `ids` are the loaded ones. */
  all: AllSelected | null;
  onClose: () => void;
}

const texts = tasksTexts.delete;

/** Confirms the deletion of many tasks, with their number. */
export const DeleteTasksDialog = ({ ids, all, onClose }: DeleteTasksProps) => {
  const remove = useDeleteTasks();
  const count = all ? all.count : ids.length;
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={texts.title(count)}
      confirmLabel={texts.confirm(count)}
      onConfirm={async () => {
        const done = remove(ids, all);
        // A long deletion continues after the dialog has closed, and shows its progress.
        if (!all) await done;
      }}
    >
      <p>{texts.text(count)}</p>
    </ConfirmDialog>
  );
};
