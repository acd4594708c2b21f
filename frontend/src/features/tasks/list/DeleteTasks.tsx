import { useEffect, useEffectEvent, useRef } from 'react';
import { needsDeleteConfirmation, useDeleteTasks } from '../bulk/useChangeTasks';
import { DeleteTasksDialog, type DeleteTasksProps } from './DeleteTasksDialog';

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
  return asks && <DeleteTasksDialog ids={ids} all={all} onClose={onClose} />;
};
