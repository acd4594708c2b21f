import { Suspense, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { later } from '../../ui/later';
import { TaskPanelFailed } from './TaskPanelFailed';
import { isOpenedOverPage, TASK_PARAM, withoutTask } from '../taskUrl';

const TaskPanel = later(() => import('./TaskPanel'), 'TaskPanel', { Failed: TaskPanelFailed, isSoon: true });

/** The task that the address names, over the page it was opened on. */
export const OpenTask = ({ onChanged }: { onChanged?: () => void }) => {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const id = new URLSearchParams(search).get(TASK_PARAM);
  // The panel shows its last task while it goes away.
  const [shown, setShown] = useState(id);
  if (id !== null && id !== shown) setShown(id);
  const last = id ?? shown;
  if (last === null) return null;

  const close = (): void => {
    if (isOpenedOverPage(state)) void navigate(-1);
    else void navigate({ search: withoutTask(search) }, { replace: true, preventScrollReset: true });
  };
  return (
    <Suspense>
      <TaskPanel id={last} open={id !== null} onClose={close} onChanged={onChanged} />
    </Suspense>
  );
};
