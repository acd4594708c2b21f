import { useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { useSearchParams } from 'react-router-dom';
import { undoButton } from '../graphql/acts';
import { succeeds } from '../graphql/errors';
import { TASK_PARAM } from '../tasks/taskUrl';
import { knownTask } from '../tasks/taskCache';
import { useDeleteTask } from '../tasks/useTaskWrites';
import { tasksTexts } from '../texts/tasks';
import { ConfirmDialog } from '../ui/ConfirmDialog';
import { notify } from '../ui/notify';

const { delete: texts } = tasksTexts;

/** Asks before a task is deleted, and closes it if it is open. */
export const DeleteTask = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const { cache } = useApolloClient();
  const remove = useDeleteTask();
  const [, setParams] = useSearchParams();
  // As it was when it was asked: it goes from the cache before the dialog does.
  const [title] = useState(() => knownTask(cache, id)?.title);

  const confirm = async (): Promise<boolean> => {
    const removed = remove(id);
    if (!(await succeeds(removed, texts.failed(1)))) return false;
    setParams(
      (now) => {
        const rest = new URLSearchParams(now);
        if (rest.get(TASK_PARAM) === id) rest.delete(TASK_PARAM);
        return rest;
      },
      { replace: true, preventScrollReset: true },
    );
    const { act, isWaiting } = await removed;
    if (!isWaiting) notify.success(texts.done(1), undoButton(act));
    return true;
  };

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={texts.title(1)}
      confirmLabel={texts.confirm(1)}
      onConfirm={confirm}
    >
      <p className="wrap-anywhere">
        {texts.textOfOne(
          <strong dir="auto" className="font-medium">
            {title}
          </strong>,
        )}
      </p>
    </ConfirmDialog>
  );
};
