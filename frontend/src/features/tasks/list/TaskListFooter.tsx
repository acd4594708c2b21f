import { keyName, KEYS } from '../../../lib/keyboard/keys';
import { tasksTexts } from '../../../texts/tasks';
import { Button } from '../../../ui/Button';
import { Kbd } from '../../../ui/Kbd';

const { hints } = tasksTexts;

interface TaskListFooterProps {
  /** The number of matching tasks. */
  count: number;
  /** The number of all tasks; undefined until it is known. */
  total: number | undefined;
  /** Whether the list has no tasks to select. */
  isEmpty: boolean;
  /** Whether no task can be selected. */
  isFixed: boolean;
  /** Whether checkboxes are shown on a phone. */
  isChoosing: boolean;
  onChoosingChange: (isChoosing: boolean) => void;
}

/** Shown below a list of tasks: how many are visible, and hints for keys or touch. */
export const TaskListFooter = ({
  count,
  total,
  isEmpty,
  isFixed,
  isChoosing,
  onChoosingChange,
}: TaskListFooterProps) => (
  <footer className="sticky bottom-0 z-10 flex h-8 flex-none pointer-coarse:h-11 items-center gap-4 border-t border-line bg-sheet px-4 text-xs text-ink-3 md:h-9 md:px-6">
    <p role="status">{total !== undefined && tasksTexts.showing(count, total)}</p>
    <span
      className="ms-auto flex items-center gap-4 max-md:hidden pointer-coarse:hidden print:hidden"
      aria-hidden="true"
      hidden={isEmpty}
    >
      {!isFixed && <span className="flex items-center gap-1">{hints.select(<Kbd>{keyName(KEYS.select)}</Kbd>)}</span>}
      <span className="flex items-center gap-1">
        {hints.move(
          <>
            <Kbd>{hints.keys.up}</Kbd>
            <Kbd>{hints.keys.down}</Kbd>
          </>,
        )}
      </span>
      <span className="flex items-center gap-1">{hints.open(<Kbd>{hints.keys.open}</Kbd>)}</span>
    </span>
    {!isEmpty && !isFixed && (
      <Button
        variant="ghost"
        size="sm"
        className="-me-2 ms-auto md:hidden"
        aria-pressed={isChoosing}
        onClick={() => onChoosingChange(!isChoosing)}
      >
        {isChoosing ? tasksTexts.choosing.end : tasksTexts.choosing.start}
      </Button>
    )}
  </footer>
);
