import { useEffect, useRef, useState, type MouseEvent } from 'react';
import { Trash2, X } from 'lucide-react';
import { cx } from '../../../lib/cx';
import { tasksTexts } from '../../../texts/tasks';
import { Button } from '../../../ui/Button';
import { IconButton } from '../../../ui/IconButton';
import { lazyDialog } from '../../../ui/lazyComponent';
import { TASK_FIELDS } from '../model/fields';
import { taskIdOf, taskElements } from '../model/taskElements';
import { taskLinkOf } from '../model/taskUrl';
import type { PickerField } from '../pickers/TaskPicker';
import type { AllSelected } from '../selection/selection';
import type { TaskSelection } from '../selection/useTaskSelection';

const DeleteTasks = lazyDialog(() => import('./listTools'), 'DeleteTasks');

interface ChosenTask {
  id: string;
  title: string;
}

interface Deleting {
  ids: readonly string[];
  all: AllSelected | null;
}

interface SelectionBarProps {
  /** Its position on the page. */
  className: string;
  selection: TaskSelection<ChosenTask>;
  /** The field whose picker is open, and its anchor. */
  picking: PickerField | null;
  onPick: (field: PickerField, anchor: Element) => void;
}

const FIELDS = ['status', 'priority', 'assignee', 'dueDate', 'tags'] as const satisfies readonly PickerField[];

const phoneIcon = 'max-md:size-11 max-md:gap-0 max-md:p-0 max-md:[&_.lucide]:m-0';
const word = 'max-md:sr-only';
const line = <span aria-hidden="true" className="mx-1 h-5 w-px bg-line-2 max-md:hidden" />;

const idsOnPage = (): string[] => taskElements().flatMap((stop) => taskIdOf(stop) ?? []);

/** Returns the tasks on the page that stay when these are deleted: those after the first of them, then those before it. */
const neighboursOf = (ids: readonly string[]): string[] => {
  const shown = idsOnPage();
  const at = Math.max(
    0,
    shown.findIndex((id) => ids.includes(id)),
  );
  return [...shown.slice(at), ...shown.slice(0, at).toReversed()].filter((id) => !ids.includes(id));
};

/** Moves the focus to the first of these tasks that is on the page, unless another element has it. */
const focusFirst = (ids: readonly string[]): void => {
  if (document.activeElement !== document.body) return;
  const id = ids.find((each) => taskLinkOf(each) !== null);
  if (id !== undefined) taskLinkOf(id)?.focus({ preventScroll: true });
};

/** Actions on the selected tasks, floating above the end of the list. */
export const SelectionBar = ({ className, selection, picking, onPick }: SelectionBarProps) => {
  const { chosen, all, count, offered } = selection;
  const [deleting, setDeleting] = useState<Deleting | null>(null);
  const selected = tasksTexts.select.count(count);
  const ids = chosen.map(({ id }) => id);
  /** The tasks that get the focus when the bar is removed together with its focused button. */
  const next = useRef<readonly string[]>([]);
  useEffect(() => () => void setTimeout(() => focusFirst(next.current)), []);

  const clear = (): void => {
    next.current = idsOnPage().filter((id) => ids.includes(id));
    selection.clear();
  };
  const deleteThem = (): void => {
    next.current = neighboursOf(ids);
    setDeleting({ ids, all });
  };
  return (
    <div className={cx('pointer-events-none z-20 flex h-0 items-end justify-center px-2 print:hidden', className)}>
      <div
        role="group"
        aria-label={selected}
        className="pointer-events-auto flex max-w-full items-center gap-0.5 rounded-lg bg-overlay p-1 shadow-dialog max-md:w-full max-md:flex-wrap max-md:justify-between"
      >
        <div className="flex min-w-0 items-center gap-x-2 pe-2 ps-2.5 whitespace-nowrap max-md:-order-2 max-md:flex-1 max-md:basis-[calc(100%-3rem)]">
          <p role="status" className="font-semibold">
            {selected}
          </p>
          {offered !== null && (
            <button
              type="button"
              className="max-w-full truncate rounded-xs text-accent-ink hover:underline max-md:text-xs pointer-coarse:py-2"
              onClick={selection.chooseAllMatching}
            >
              {tasksTexts.select.allMatching(offered)}
            </button>
          )}
        </div>
        {line}
        {FIELDS.map((field) => (
          <Button
            key={field}
            variant="ghost"
            size="md"
            className={phoneIcon}
            icon={TASK_FIELDS[field].icon}
            aria-haspopup="dialog"
            aria-expanded={picking === field}
            onClick={(event: MouseEvent<HTMLButtonElement>) => onPick(field, event.currentTarget)}
          >
            <span className={word}>{field === 'assignee' ? tasksTexts.select.assign : TASK_FIELDS[field].label}</span>
          </Button>
        ))}
        <Button
          variant="ghost"
          size="md"
          className={`${phoneIcon} text-danger-ink [&_.lucide]:text-inherit`}
          icon={<Trash2 />}
          onClick={deleteThem}
        >
          <span className={word}>{tasksTexts.select.delete}</span>
        </Button>
        {line}
        <IconButton
          label={tasksTexts.select.clear}
          size="md"
          className="max-md:-order-1 max-md:size-10"
          onClick={clear}
        >
          <X />
        </IconButton>
      </div>
      {deleting && <DeleteTasks {...deleting} onClose={() => setDeleting(null)} />}
    </div>
  );
};
