import { TaskActivity } from '../../features/comments/TaskActivity';
import { useShown } from './outbox';

/** What was said about a task and done to it; what was said here and waits is shown even where the rest cannot be read. */
export const WaitingActivity = ({ taskId }: { taskId: string }) => {
  const said = useShown().queue.flatMap(({ operation, objects, needs }) =>
    operation === 'AddComment' && needs.includes(taskId) ? objects : [],
  );
  return <TaskActivity taskId={taskId} waiting={said} />;
};
