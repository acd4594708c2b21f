import { useQuery } from '@apollo/client/react';
import { errorText, toAppError } from '../graphql/errors';
import { Dialog } from '../ui/Dialog';
import { EmptyState } from '../ui/EmptyState';
import { ErrorState } from '../ui/ErrorState';
import { Spinner } from '../ui/Spinner';
import { TaskDialogDocument } from './TaskDialog.generated';
import { TaskEditor } from './TaskEditor';

interface TaskDialogProps {
  id: string;
  onClose: () => void;
  onChanged?: () => void;
}

const TASK_GONE = ['NOT_FOUND', 'BAD_REQUEST'];

/** One task, to read and to change. */
export const TaskDialog = ({ id, onClose, onChanged }: TaskDialogProps) => {
  const { data, previousData, error, loading, refetch } = useQuery(TaskDialogDocument, {
    variables: { id },
    // What one is about to edit is read fresh, and a task that is deleted here is not asked for again.
    fetchPolicy: 'network-only',
    nextFetchPolicy: 'cache-only',
  });
  // Somebody may delete it while it is open; what is typed stays readable.
  const task = data?.task ?? previousData?.task;
  if (task) {
    return <TaskEditor task={task} isGone={!data?.task} onClose={onClose} {...(onChanged && { onChanged })} />;
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Task">
      {loading ? (
        <div className="grid place-items-center py-16">
          <Spinner size="lg" />
        </div>
      ) : error && !TASK_GONE.includes(toAppError(error).code) ? (
        <ErrorState
          message={errorText(error, 'Failed to fetch tasks')}
          onRetry={() => void refetch().catch(() => undefined)}
        />
      ) : (
        <EmptyState title="Task not found" text="This task does not exist or you are not a member of its project." />
      )}
    </Dialog>
  );
};
