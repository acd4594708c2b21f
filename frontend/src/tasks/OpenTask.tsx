import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import { TASK_PARAM } from './taskUrl';

const TaskDialog = lazy(async () => ({ default: (await import('./TaskDialog')).TaskDialog }));

/** The task that the address names, over the page it was opened on. */
export const OpenTask = ({ onChanged }: { onChanged?: () => void }) => {
  const [params, setParams] = useSearchParams();
  const id = params.get(TASK_PARAM);
  if (!id) return null;
  const close = (): void => {
    setParams(
      (now) => {
        const rest = new URLSearchParams(now);
        rest.delete(TASK_PARAM);
        return rest;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  return (
    <Suspense>
      <TaskDialog key={id} id={id} onClose={close} {...(onChanged && { onChanged })} />
    </Suspense>
  );
};
