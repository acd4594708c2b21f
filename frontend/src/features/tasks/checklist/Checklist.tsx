// The checklist of a task.
import { useId, useRef, useState } from 'react';
import { errorText, reportError, succeeds, toAppError } from '../../../sync/client/errors';
import { undoButton } from '../../../sync/client/undoableActions';
import { usePageQuery } from '../../../sync/client/usePageQuery';
import { reportWrite } from '../../../sync/writes/reportWrite';
import { useWrite } from '../../../sync/writes/runWrite';
import { cx } from '../../../lib/cx';
import { checklistTexts as texts } from '../../../texts/checklist';
import { ErrorState } from '../../../ui/ErrorState';
import { notify } from '../../../ui/notify';
import { TaskChecklistDocument } from './Checklist.generated';
import { ChecklistRow } from './ChecklistRow';
import { byRank, type ChecklistItem } from './checklistCache';
import { NewItems, type NewItemsHandle } from './NewItems';
import { useItemDrag, type ItemDrag } from './useItemDrag';
import { deleteItem } from './writes/deleteItem';
import { moveItem } from './writes/moveItem';
import { turnIntoTask } from './writes/turnIntoTask';

interface ChecklistProps {
  taskId: string;
  /** The task was deleted. */
  disabled: boolean;
}

/** The checklist of an open task: its progress, its items, and the field for new ones. */
export const Checklist = ({ taskId, disabled }: ChecklistProps) => {
  const { data, previousData, error, loading, readAgain } = usePageQuery(TaskChecklistDocument, {
    variables: { taskId },
    fetchPolicy: 'cache-first',
  });
  const remove = useWrite(deleteItem);
  const move = useWrite(moveItem);
  const turnInto = useWrite(turnIntoTask);
  const titleId = useId();
  const list = useRef<HTMLUListElement>(null);
  const newItems = useRef<NewItemsHandle>(null);
  const [said, setSaid] = useState('');
  const items = (data ?? previousData)?.task?.checklist.toSorted(byRank);
  const total = items?.length ?? 0;
  const done = items?.filter((item) => item.done).length ?? 0;

  /** Moves an item to this position among all others. */
  const put = async ({ id, index }: ItemDrag): Promise<void> => {
    const item = items?.find((it) => it.id === id);
    const others = items?.filter((it) => it.id !== id) ?? [];
    if (!item || items?.indexOf(item) === index) return;
    setSaid(texts.moved(item.text, index + 1, total));
    const between = { afterId: others[index - 1]?.id ?? null, beforeId: others[index]?.id ?? null };
    await succeeds(move({ id, ...between }), texts.moveFailed);
  };

  const { drag, onGrip } = useItemDrag(list, (dropped) => void put(dropped));
  const others = items?.filter(({ id }) => id !== drag?.id) ?? [];
  const edgeOf = ({ id }: ChecklistItem): 'above' | 'below' | undefined => {
    if (!drag) return undefined;
    if (others[drag.index]?.id === id) return 'above';
    return drag.index === others.length && others.at(-1)?.id === id ? 'below' : undefined;
  };

  const step = (item: ChecklistItem, by: 1 | -1): void => {
    const index = (items?.findIndex(({ id }) => id === item.id) ?? 0) + by;
    if (index >= 0 && index < total) void put({ id: item.id, index });
  };

  const takeOff = async (item: ChecklistItem, index: number): Promise<void> => {
    // The focus moves to the next item, or to the field for new ones.
    const fields = list.current?.parentElement?.querySelectorAll('textarea');
    fields?.[index + 1]?.focus();
    await reportWrite(remove({ id: item.id }), { done: texts.removed, failed: texts.removeFailed });
  };

  const turn = async (item: ChecklistItem, index: number): Promise<void> => {
    const fields = list.current?.parentElement?.querySelectorAll('textarea');
    const { activeElement: pressed } = document;
    try {
      const { mutationId } = await turnInto({ itemId: item.id, taskId });
      const { activeElement: focused } = document;
      // Unless the person is already typing elsewhere.
      if (focused === pressed || focused?.contains(list.current)) fields?.[index + 1]?.focus();
      notify.success(texts.turnedInto, undoButton(mutationId));
    } catch (refused) {
      const [message] = Object.values(toAppError(refused).fields).flat();
      if (message === undefined) reportError(refused, { fallback: texts.turnFailed });
      else notify.error(message);
    }
  };

  // There is nothing to read or add.
  if (disabled && items && total === 0) return null;
  return (
    <section aria-labelledby={titleId} className={cx('grid gap-1 pb-5', total === 0 && 'print:hidden')}>
      <div className="flex items-center gap-3">
        <h3 id={titleId} className="text-sm">
          {texts.title}
        </h3>
        {total > 0 && (
          <>
            <span aria-hidden="true" className="h-1 w-24 overflow-hidden rounded-full bg-line">
              <span
                className="meter-fill block h-full rounded-full transition-[width]"
                style={{ width: `${(100 * done) / total}%` }}
              />
            </span>
            <span className="text-xs text-ink-3">{texts.progress(done, total)}</span>
          </>
        )}
      </div>
      {!items && error && !loading && <ErrorState message={errorText(error, texts.fetchFailed)} onRetry={readAgain} />}
      <ul ref={list} aria-label={texts.title} className={total === 0 ? 'hidden' : undefined}>
        {items?.map((item, index) => (
          <ChecklistRow
            key={item.id}
            item={item}
            disabled={disabled}
            isFirst={index === 0}
            isLast={index === total - 1}
            isLifted={drag?.id === item.id}
            edge={edgeOf(item)}
            onGrip={onGrip(item.id)}
            onStep={(by) => step(item, by)}
            onRemove={() => void takeOff(item, index)}
            onTurn={() => void turn(item, index)}
            onLost={(text, hadFocus) => {
              notify.info(texts.removed);
              newItems.current?.append(text, hadFocus);
            }}
          />
        ))}
      </ul>
      {items && !disabled && <NewItems ref={newItems} taskId={taskId} total={total} />}
      <p role="status" className="sr-only">
        {said}
      </p>
    </section>
  );
};
