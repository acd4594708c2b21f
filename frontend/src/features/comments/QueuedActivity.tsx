import { useOutbox } from '../../sync/outbox/outbox';
import { TaskActivity } from './TaskActivity';

/** The activity of a task. Its queued comments are shown even if the rest cannot be read. */
export const QueuedActivity = ({ taskId }: { taskId: string }) => {
  const commentIds = useOutbox().queue.flatMap(({ operation, objects, needs }) =>
    operation === 'AddComment' && needs.includes(taskId) ? objects : [],
  );
  return <TaskActivity taskId={taskId} waiting={commentIds} />;
};
