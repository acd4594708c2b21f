import { useEffect, useEffectEvent, useRef } from 'react';
import { needsDeleteConfirmation, useDeleteTasks } from '../bulk/useChangeTasks';
import { DeleteTasksDialog } from './DeleteTasksDialog';
import type { AllSelected } from '../selection/selection';

interface DeleteTasksProps {
  ids: readonly string[];
  /** Set if all tasks that match a filter are chosen; `ids` are the loaded ones. */
  all: AllSelected | null;
  onClose: () => void;
}

/** Deletes a few tasks as soon as its code is loaded, and many after a confirmation. */
export const DeleteTasks = ({ ids, all, onClose }: DeleteTasksProps) => {
  const remove = useDeleteTasks();
  const isBegun = useRef(false);
  const asks = needsDeleteConfirmation(all ? all.count : ids.length);
  const begin = useEffectEvent(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    void remove(ids, all).then(onClose);
  });
  useEffect(() => {
    if (!asks) begin();
  }, [asks]);
  return asks && <DeleteTasksDialog ids={ids} all={all} open onOpenChange={(open) => !open && onClose()} />;
};
