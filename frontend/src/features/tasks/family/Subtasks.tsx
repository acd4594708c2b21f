import { useId, useState } from 'react';
import { Plus } from 'lucide-react';
import { errorText, reportError, toAppError } from '../../../sync/client/errors';
import { usePageQuery } from '../../../sync/client/usePageQuery';
import { useWrite } from '../../../sync/writes/runWrite';
import { useRetryableSend } from '../../../sync/writes/useRetryableSend';
import { cx } from '../../../lib/cx';
import { useSentText } from '../../../lib/useSentText';
import { familyTexts as texts } from '../../../texts/family';
import { Avatar } from '../../../ui/Avatar';
import { Button } from '../../../ui/Button';
import { ErrorState } from '../../../ui/ErrorState';
import { FieldError } from '../../../ui/FieldError';
import type { OpenedTask } from '../fields/Property';
import { checkField } from '../model/taskValues';
import { createTask } from '../writes/createTask';
import { RelatedRow } from './RelatedRow';
import { SubtasksDocument } from './Subtasks.generated';

interface NewSubtaskProps {
  parent: OpenedTask;
  /** The field was entered. */
  onBegin: () => void;
}

/** Creates a subtask by its title: Enter adds it and continues with the next one. Each task has its own draft. */
export const NewSubtask = ({ parent: { id: parentId, projectId, priority }, onBegin }: NewSubtaskProps) => {
  // The field has only one line.
  const field = useSentText(`subtask:${parentId}`, ' ');
  const { text: title } = field;
  const [fault, setFault] = useState('');
  const create = useWrite(createTask);
  const attempt = useRetryableSend();
  const faultId = useId();

  const type = (next: string): void => {
    field.type(next);
    setFault('');
  };

  const submit = async (): Promise<void> => {
    if (title.trim() === '') return;
    const checked = checkField('title', title);
    if ('fault' in checked) return setFault(checked.fault);
    field.empty();
    const input = { title, projectId, parentId, priority };
    try {
      await attempt(input, (names) => create({ ...input, ...names }));
      field.discardDraft(title);
    } catch (error) {
      if (!field.restore(title)) return reportError(error, { fallback: texts.add.failed });
      const [message] = Object.values(toAppError(error).fields).flat();
      setFault(message ?? errorText(error, texts.add.failed));
    }
  };

  return (
    <form
      className="grid gap-1"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className="-mx-2 flex items-center gap-2.5 rounded-sm px-2 hover:bg-fill has-focus-visible:bg-raised has-focus-visible:outline-2 has-focus-visible:-outline-offset-1 has-focus-visible:outline-focus">
        <Plus className="flex-none text-ink-3" />
        <input
          dir="auto"
          className="h-8 min-w-0 flex-1 bg-transparent outline-none placeholder:text-ink-3 pointer-coarse:h-11 pointer-coarse:text-md"
          aria-label={texts.add.label}
          aria-invalid={fault !== '' || undefined}
          aria-describedby={fault ? faultId : undefined}
          placeholder={texts.add.placeholder}
          autoComplete="off"
          enterKeyHint="done"
          value={title}
          onFocus={onBegin}
          onChange={({ target }) => type(target.value)}
        />
        {title.trim() !== '' && (
          <Button size="sm" type="submit" variant="ghost">
            {texts.add.submit}
          </Button>
        )}
      </div>
      {fault && <FieldError id={faultId}>{fault}</FieldError>}
    </form>
  );
};

interface SubtasksProps {
  task: OpenedTask;
  /** True if the task is read-only. */
  disabled: boolean;
}

/** The direct subtasks of an open task, how many are done, and the field for new ones. */
export const Subtasks = ({ task, disabled }: SubtasksProps) => {
  const titleId = useId();
  const { id, projectId, subtasksTotal, subtasksDone } = task;
  const [isAdding, setAdding] = useState(false);
  const [pending, setPending] = useState(false);
  const { data, previousData, error, loading, fetchMore, readAgain } = usePageQuery(SubtasksDocument, {
    variables: { filter: { projectId, parentId: id } },
    isFed: true,
    // Skipped for the many tasks without subtasks.
    skip: subtasksTotal === 0 && !isAdding,
  });
  const page = (data ?? previousData)?.tasks;
  const subtasks = page?.nodes;
  const count = subtasks?.length ?? 0;
  const total = Math.max(subtasksTotal, count);
  const done = Math.min(total, Math.max(subtasksDone, subtasks?.filter(({ status }) => status === 'DONE').length ?? 0));
  const after = page?.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;

  const showMore = async (): Promise<void> => {
    setPending(true);
    try {
      await fetchMore({ variables: { after } });
    } catch (failed) {
      reportError(failed);
    }
    setPending(false);
  };

  // There is nothing to read or add.
  if (disabled && total === 0) return null;
  return (
    <section aria-labelledby={titleId} className={cx('grid gap-1 pb-5', total === 0 && 'print:hidden')}>
      <div className="flex items-center gap-3">
        <h3 id={titleId} className="text-sm">
          {texts.subtasks}
        </h3>
        {total > 0 && <span className="text-xs text-ink-3">{texts.progress(done, total)}</span>}
      </div>
      {!subtasks && error && !loading && (
        <ErrorState message={errorText(error, texts.subtasksFetchFailed)} onRetry={readAgain} />
      )}
      {count > 0 && (
        <ul aria-label={texts.subtasks}>
          {subtasks?.map((subtask) => (
            <RelatedRow key={subtask.id} task={subtask} end={subtask.assignee && <Avatar user={subtask.assignee} />} />
          ))}
        </ul>
      )}
      {after !== null && after !== undefined && (
        <Button
          variant="ghost"
          size="sm"
          className="justify-self-start"
          pending={pending}
          onClick={() => void showMore()}
        >
          {texts.showMore}
        </Button>
      )}
      {!disabled && <NewSubtask parent={task} onBegin={() => setAdding(true)} />}
    </section>
  );
};
