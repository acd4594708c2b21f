import { errorText, toAppError } from '../../graphql/errors';
import { usePageQuery } from '../../graphql/usePageQuery';
import { tasksTexts } from '../../texts/tasks';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorState } from '../../ui/ErrorState';
import { PanelBody, PanelHead, SidePanel } from '../../ui/SidePanel';
import { OpenedTaskPanel } from './OpenedTaskPanel';
import { TaskPanelDocument } from './TaskPanel.generated';
import { TaskPanelSkeleton } from './TaskPanelSkeleton';
import { taskLinkOf } from '../taskUrl';

const TASK_GONE = ['NOT_FOUND', 'BAD_REQUEST'];

export interface TaskPanelProps {
  id: string;
  open: boolean;
  onClose: () => void;
  onChanged?: (() => void) | undefined;
}

const Content = ({ id, onClose, onChanged }: Omit<TaskPanelProps, 'open'>) => {
  const { data, previousData, error, loading, refetch } = usePageQuery(TaskPanelDocument, {
    variables: { id },
    // A task that is deleted here is not asked for again.
    nextFetchPolicy: 'cache-only',
  });
  // Somebody may delete it while it is open; what is typed stays readable.
  const task = data?.task ?? previousData?.task;
  const isGone = !data?.task && !loading && (!error || TASK_GONE.includes(toAppError(error).code));
  if (task) return <OpenedTaskPanel task={task} isGone={isGone} onClose={onClose} onChanged={onChanged} />;
  return (
    <>
      <PanelHead title={tasksTexts.task} />
      <PanelBody>
        {loading ? (
          <TaskPanelSkeleton />
        ) : isGone ? (
          <EmptyState {...tasksTexts.missing} />
        ) : (
          <ErrorState
            message={errorText(error, tasksTexts.fetchFailed)}
            onRetry={() => void refetch().catch(() => undefined)}
          />
        )}
      </PanelBody>
    </>
  );
};

/** One task over the page, to read and to change. */
export const TaskPanel = ({ id, open, ...rest }: TaskPanelProps) => (
  <SidePanel open={open} onClose={rest.onClose} subject={id} returnTo={() => taskLinkOf(id)}>
    <Content key={id} id={id} {...rest} />
  </SidePanel>
);
