import { use, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useApolloClient, useFragment } from '@apollo/client/react';
import { Copy, Link as LinkIcon, Trash2 } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router-dom';
import { errorText, toAppError } from '../../../sync/client/errors';
import { usePageQuery } from '../../../sync/client/usePageQuery';
import { cx } from '../../../lib/cx';
import { readTextDraft } from '../../../lib/drafts';
import { useLayerTitle } from '../../../lib/usePageTitle';
import { readOnlyTexts } from '../../../texts/readOnly';
import { taskTexts } from '../../../texts/task';
import { taskKeyTexts } from '../../../texts/taskKey';
import { tasksTexts } from '../../../texts/tasks';
import { EmptyState } from '../../../ui/EmptyState';
import { ErrorState } from '../../../ui/ErrorState';
import { IconButton } from '../../../ui/IconButton';
import { Link } from '../../../ui/Link';
import { copyText } from '../../../ui/copyText';
import { PanelBody, PanelHead, SidePanel } from '../../../ui/SidePanel';
import { Skeleton, Skeletons } from '../../../ui/Skeleton';
import { readOnlyReason, type ReadOnlyReason } from '../../projects/readOnly';
import { useDeleteTasks } from '../bulk/useChangeTasks';
import { Checklist } from '../checklist/Checklist';
import { Relations } from '../family/Relations';
import { Subtasks } from '../family/Subtasks';
import { Files } from '../files/Files';
import type { OpenedTask } from '../fields/Property';
import { TaskFieldsFragmentDoc } from '../model/TaskFields.generated';
import { ProjectName } from '../../../ui/ProjectName';
import { useDuplicateTask } from '../writes/useDuplicateTask';
import { TaskNowDocument } from '../writes/TaskWrites.generated';
import { commentDraftKey } from '../model/commentDraft';
import { restoreFocusAfterRemoval } from '../model/taskElements';
import { openTaskOf, rememberKey, taskAddress, taskLinkOf, taskSearch, taskStep } from '../model/taskUrl';
import { TaskPanelSlot } from './TaskPanelRoute';
import { PrevNextButtons } from './PrevNextButtons';
import { TaskPanelDocument } from '../fields/TaskPanel.generated';
import { TaskProperties } from './TaskProperties';
import { TaskDescription, TaskTitle } from './TaskTexts';

/** The viewer's role needs no warning. */
const noticeTone = (reason: ReadOnlyReason): string =>
  reason === 'ARCHIVED' ? 'border-caution-line bg-caution-soft' : 'border-line bg-well text-ink-2';

const TASK_GONE = ['NOT_FOUND', 'BAD_REQUEST'];

const PROPERTIES = ['status', 'due', 'priority', 'project', 'assignee', 'created'] as const;

/** The placeholders of an open task while it loads. */
const TaskPanelSkeleton = () => (
  <Skeletons className="grid content-start gap-5 pt-6">
    <Skeleton className="h-4 w-4/5" />
    <div className="grid gap-x-4 md:grid-cols-2">
      {PROPERTIES.map((property) => (
        <div key={property} className="grid h-8 grid-cols-[4.75rem_1.25rem_minmax(0,6rem)] items-center gap-x-2">
          <Skeleton className="w-10" />
          <Skeleton round />
          <Skeleton />
        </div>
      ))}
    </div>
    <div className="grid gap-2.5">
      <Skeleton className="w-full" />
      <Skeleton className="w-full" />
      <Skeleton className="w-2/3" />
    </div>
    <div className="mt-6 grid gap-4">
      <Skeleton className="w-16" />
      <div className="flex gap-3">
        <Skeleton round />
        <Skeleton className="mt-1 w-64" />
      </div>
    </div>
  </Skeletons>
);

interface LoadedProps extends Pick<TaskPanelProps, 'onClose' | 'onChanged'> {
  task: OpenedTask;
  /** The whole task is being fetched. */
  loading: boolean;
  /** It was deleted, or the viewer has lost access to its project, so it is read-only. */
  isGone: boolean;
}

/** Fetches the description after a change of the task that arrived without it. */
const useReadText = (id: string) => {
  const client = useApolloClient();
  return useCallback(
    () =>
      void client
        .query({ query: TaskNowDocument, variables: { id }, fetchPolicy: 'network-only' })
        .catch(() => undefined),
    [client, id],
  );
};

/** The text of a comment that can no longer be sent, because the task is gone, and the field for comments with it. */
const UnsentComment = ({ taskId }: { taskId: string }) => {
  const [text] = useState(() => readTextDraft(commentDraftKey(taskId)));
  if (text === '') return null;
  return (
    <div className="grid gap-1 pb-5">
      <p className="text-xs text-caution-ink">{tasksTexts.edit.notSaved}</p>
      <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
        {text}
      </p>
    </div>
  );
};

/** A loaded task: its texts, fields, comments and history. */
const Loaded = ({ task, loading, isGone, onClose, onChanged }: LoadedProps) => {
  const remove = useDeleteTasks();
  const duplicate = useDuplicateTask();
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const [deleting, setDeleting] = useState(false);
  const [duplicating, setDuplicating] = useState(false);
  const renderSlot = use(TaskPanelSlot);
  const { id, key, title, project, version, describedAt } = task;
  useLayerTitle(title);
  rememberKey(key, id);
  const readOnly = isGone ? null : readOnlyReason(project);
  const isFixed = isGone || readOnly !== null;
  const edit = { task, disabled: isFixed, onSaved: onChanged };
  const readText = useReadText(id);
  useEffect(() => {
    if (describedAt < version && !loading && !isGone) readText();
  }, [describedAt, version, loading, isGone, readText]);
  const gone = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // The focused element may have been removed or disabled.
    if (isGone && document.activeElement?.matches('body, :disabled')) gone.current?.focus();
  }, [isGone]);

  const duplicateIt = async (): Promise<void> => {
    setDuplicating(true);
    const made = await duplicate(id);
    setDuplicating(false);
    if (made !== null) void navigate({ search: taskSearch(search, made) }, taskStep(search, state));
  };
  const deleteIt = async (): Promise<void> => {
    setDeleting(true);
    const focusNext = restoreFocusAfterRemoval([id]);
    if (await remove([id])) {
      // Another task may be open by now.
      if (openTaskOf(window.location.search) === id) onClose();
      onChanged?.();
      focusNext();
    } else setDeleting(false);
  };

  return (
    <>
      <PanelHead
        title={title}
        actions={
          <>
            <PrevNextButtons id={id} />
            <IconButton
              label={tasksTexts.panel.copyLink}
              size="md"
              onClick={() => void copyText(taskAddress(id), tasksTexts.panel)}
            >
              <LinkIcon />
            </IconButton>
            {!isFixed && (
              <IconButton
                label={tasksTexts.duplicate.label}
                size="md"
                pending={duplicating}
                onClick={() => void duplicateIt()}
              >
                <Copy />
              </IconButton>
            )}
            {!isFixed && (
              <IconButton label={tasksTexts.delete.label} size="md" pending={deleting} onClick={() => void deleteIt()}>
                <Trash2 />
              </IconButton>
            )}
          </>
        }
      >
        {/* The name of the project gives way to the key. */}
        <span className="grid w-fit items-center gap-2.5" style={{ gridTemplateColumns: 'minmax(0.5rem, auto) auto' }}>
          <Link
            to={`/projects/${project.id}`}
            className="inline-flex min-w-0 items-center gap-1.5 rounded-xs text-xs text-ink-2 hover:text-ink pointer-coarse:min-h-11"
          >
            <ProjectName project={project} />
          </Link>
          {key !== null && (
            <button
              type="button"
              title={taskKeyTexts.label}
              aria-label={taskKeyTexts.labelOf(key)}
              className="flex-none rounded-xs text-xs text-ink-3 tabular-nums hover:text-ink pointer-coarse:min-h-11"
              onClick={() => void copyText(key, taskKeyTexts)}
            >
              {key}
            </button>
          )}
        </span>
      </PanelHead>
      <PanelBody>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 pt-4 pb-5">
          {/* No message if the person has deleted it here. */}
          {isGone && !deleting && (
            <p
              ref={gone}
              role="alert"
              tabIndex={-1}
              className="rounded-md border border-caution-line bg-caution-soft px-3.5 py-3 outline-none"
            >
              {tasksTexts.panel.gone}
            </p>
          )}
          {readOnly && (
            <p role="status" className={cx('rounded-md border px-3.5 py-2', noticeTone(readOnly))}>
              {readOnlyTexts[readOnly](1)}
            </p>
          )}
          <TaskTitle {...edit} />
          <TaskProperties {...edit} />
          <TaskDescription {...edit} />
        </div>
        <Subtasks task={task} disabled={isFixed} />
        <Checklist taskId={id} disabled={isFixed} />
        <Files task={task} disabled={isFixed} />
        <Relations task={task} disabled={isFixed} />
        {!isGone && renderSlot(id)}
        {isGone && !deleting && <UnsentComment taskId={id} />}
      </PanelBody>
    </>
  );
};

export interface TaskPanelProps {
  id: string;
  open: boolean;
  onClose: () => void;
  onChanged?: (() => void) | undefined;
}

const Content = ({ id, onClose, onChanged }: Omit<TaskPanelProps, 'open'>) => {
  const { data, previousData, error, loading, readAgain } = usePageQuery(TaskPanelDocument, {
    variables: { id },
    // A task that is deleted here is not fetched again.
    nextFetchPolicy: 'cache-only',
  });
  // Another person may move it, and parts of its new project may not be loaded yet.
  const { complete: isThere } = useFragment({ fragment: TaskFieldsFragmentDoc, from: { __typename: 'Task', id } });
  const lacks = isThere && !data?.task && !loading && !error;
  const readOn = useEffectEvent(() => void readAgain());
  useEffect(() => {
    if (lacks) readOn();
  }, [lacks]);
  // Another person may delete it while it is open; unsaved text stays readable.
  const task = data?.task ?? previousData?.task;
  const isGone = !isThere && !data?.task && !loading && (!error || TASK_GONE.includes(toAppError(error).code));
  if (task) return <Loaded task={task} loading={loading} isGone={isGone} onClose={onClose} onChanged={onChanged} />;
  return (
    <>
      <PanelHead title={taskTexts.task} />
      <PanelBody>
        {loading ? (
          <TaskPanelSkeleton />
        ) : isGone ? (
          <EmptyState {...tasksTexts.missing} />
        ) : (
          <ErrorState message={errorText(error, taskTexts.fetchFailed)} onRetry={readAgain} />
        )}
      </PanelBody>
    </>
  );
};

/** A task over the page, which can be read and changed. */
export const TaskPanel = ({ id, open, ...rest }: TaskPanelProps) => (
  <SidePanel open={open} onClose={rest.onClose} subject={id} returnTo={() => taskLinkOf(id)}>
    <Content key={id} id={id} {...rest} />
  </SidePanel>
);
