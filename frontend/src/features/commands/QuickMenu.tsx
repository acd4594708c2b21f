import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { Menu } from '@base-ui/react/menu';
import {
  ArrowDown,
  ArrowDownToLine,
  ArrowUp,
  ArrowUpToLine,
  Check,
  ChevronRight,
  Info,
  ListChecks,
} from 'lucide-react';
import type { TaskPriority } from '@contract/enums';
import { cx } from '../../lib/cx';
import { KEYS } from '../../lib/keyboard/keys';
import { useStore } from '../../lib/store';
import { readOnlyReason } from '../projects/readOnly';
import { useChangeTasks } from '../tasks/bulk/useChangeTasks';
import { selectedTasks, taskToggle } from '../tasks/selection/selectedTasks';
import { moveActions, type MoveAction } from '../tasks/model/quickMenu';
import { PRIORITY_ITEMS } from '../tasks/model/selectOptions';
import { useStatusChoices } from '../tasks/pickers/useStatusChoices';
import { readTask } from '../tasks/model/readTask';
import type { TaskFieldsFragment } from '../tasks/model/TaskFields.generated';
import { taskLinkOf } from '../tasks/model/taskUrl';
import { boardMovesTexts } from '../../texts/boardMoves';
import { commandTexts } from '../../texts/command';
import { readOnlyTexts } from '../../texts/readOnly';
import { tasksTexts } from '../../texts/tasks';
import { usePortalContainer } from '../../ui/PortalProvider';
import { ColumnIcon } from '../../ui/StatusIcon';
import { targetCount, type TaskTarget } from './CommandProvider';
import { Keys } from './Keys';
import { ACTIONS, type Command } from './shortcuts';
import { ACTION_ICONS } from './useCommandEntries';
import { useRunCommand } from './useRunCommand';

const { quick: texts } = commandTexts;

/** Commands that also work on tasks that can't be changed. */
const READ_ONLY_ITEMS: readonly string[] = ['openTask', 'copyLink', 'copyKey'];

/** Entries that open a picker. */
const PICKER_ITEMS: readonly string[] = ['assignee', 'dueDate', 'tags', 'moveToProject'];

const { card } = boardMovesTexts;

const MOVE_ITEMS = {
  top: { icon: <ArrowUpToLine />, label: card.toTop },
  up: { icon: <ArrowUp />, label: card.up },
  down: { icon: <ArrowDown />, label: card.down },
  bottom: { icon: <ArrowDownToLine />, label: card.toBottom },
};
const isMoveInColumn = (to: MoveAction['to']): to is keyof typeof MOVE_ITEMS => typeof to === 'string';

interface RowProps {
  icon: ReactNode;
  label: string;
  keys?: string | undefined;
  more?: boolean;
}

const Row = ({ icon, label, keys, more = false }: RowProps) => (
  <>
    {icon}
    <span className="min-w-0 flex-1 truncate">{label}</span>
    {keys !== undefined && <Keys keys={keys} />}
    {more && <ChevronRight className="-me-1 size-3.5" />}
  </>
);

interface SubmenuProps extends RowProps {
  value: string | null;
  items: readonly { value: string; label: string; icon: ReactNode }[];
  disabled: boolean;
  onPick: (value: string) => void;
}

/** A submenu with few values. The value that all of the tasks have is checked. */
const Submenu = ({ value, items, disabled, onPick, ...row }: SubmenuProps) => {
  const container = usePortalContainer();
  return (
    <Menu.SubmenuRoot disabled={disabled}>
      <Menu.SubmenuTrigger className="menu-row">
        <Row {...row} more />
      </Menu.SubmenuTrigger>
      <Menu.Portal container={container}>
        <Menu.Positioner className="z-40 outline-0" sideOffset={2} alignOffset={-4} collisionPadding={8}>
          <Menu.Popup className="pop menu">
            <Menu.RadioGroup value={value} aria-label={row.label} onValueChange={(next: string) => onPick(next)}>
              {items.map((item) => (
                <Menu.RadioItem key={item.value} value={item.value} className="menu-row" closeOnClick>
                  <Row icon={item.icon} label={item.label} />
                  <Menu.RadioItemIndicator className="inline-flex">
                    <Check />
                  </Menu.RadioItemIndicator>
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.SubmenuRoot>
  );
};

const separator = <Menu.Separator className="mx-2 my-1 h-px bg-line" />;

interface QuickMenuProps {
  target: TaskTarget;
  /** The task on which the menu was opened. */
  id: string;
  onClose: () => void;
}

/**
 * The actions on a task, or on all selected ones if it is one of them, with the same names and keys wherever tasks are
 * shown. A choice runs after the menu has closed.
 */
export const QuickMenu = ({ target, id, onClose }: QuickMenuProps) => {
  const { cache } = useApolloClient();
  const container = usePortalContainer();
  const runCommand = useRunCommand();
  const change = useChangeTasks();
  const [open, setOpen] = useState(true);
  const chosen = useRef<(() => void) | null>(null);
  const { element, ids, all } = target;
  const count = targetCount(target);
  const [tasks] = useState(() => ids.flatMap((taskId) => readTask(cache, taskId) ?? []));
  // A board provides them some time after its cards.
  const placesOf = useStore(moveActions);
  const place = (count === 1 && placesOf?.(id)) || [];
  const [readOnly = null] = tasks.flatMap(({ project }) => readOnlyReason(project) ?? []);
  const isFixed = readOnly !== null;
  const statuses = useStatusChoices(tasks, all);
  const same = (valueOf: (task: TaskFieldsFragment) => string | undefined): string | null => {
    const values = new Set(tasks.map(valueOf));
    return values.size === 1 && !all ? ([...values][0] ?? null) : null;
  };
  const choose = (run: () => void) => (): void => {
    chosen.current = run;
  };

  // The button announces it.
  useEffect(() => {
    if (!element?.matches('button')) return undefined;
    element.setAttribute('aria-expanded', 'true');
    return () => element.setAttribute('aria-expanded', 'false');
  }, [element]);

  const fits = ({ needs }: Command): boolean => needs === 'tasks' || (needs === 'task' && count === 1);
  const commands = ACTIONS.filter(fits);
  const item = (command: Command): ReactNode => {
    const { id: what, words, keys } = command;
    const icon = ACTION_ICONS[what];
    const disabled = isFixed && !READ_ONLY_ITEMS.includes(what);
    const row = { icon, label: words, keys, disabled };
    if (what === 'status') {
      // On a board, the submenu of columns shows the status.
      if (place.length > 0) return null;
      const pick = (value: string): void => {
        const choice = statuses.find((each) => each.value === value);
        if (choice) void change(ids, choice.change, all);
      };
      const value = same((task) => statuses.find(({ isOf }) => isOf(task))?.value);
      return <Submenu key={what} {...row} value={value} items={statuses} onPick={pick} />;
    }
    if (what === 'priority') {
      const pick = (priority: string): void => void change(ids, { priority: priority as TaskPriority }, all);
      const value = same(({ priority }) => priority);
      return <Submenu key={what} {...row} value={value} items={PRIORITY_ITEMS} onPick={pick} />;
    }
    const isDelete = what === 'deleteTask';
    return (
      <Menu.Item
        key={what}
        className={cx('menu-row', isDelete && 'menu-row-danger')}
        disabled={disabled}
        onClick={choose(() => runCommand(what, target))}
      >
        <Row
          icon={icon}
          label={isDelete && count > 1 ? tasksTexts.delete.confirm(count) : words}
          keys={keys}
          more={PICKER_ITEMS.includes(what)}
        />
      </Menu.Item>
    );
  };
  const renderMove = ({ to, disabled = false, run }: MoveAction): ReactNode => (
    <Menu.Item
      key={isMoveInColumn(to) ? to : to.key}
      className="menu-row"
      disabled={disabled || isFixed}
      onClick={choose(run)}
    >
      {isMoveInColumn(to) ? <Row {...MOVE_ITEMS[to]} /> : <Row icon={<ColumnIcon {...to} />} label={to.name} />}
    </Menu.Item>
  );
  const chooseTask = taskToggle.get();
  const isSelected = selectedTasks.get().ids.includes(id);
  const steps = place.filter(({ to }) => isMoveInColumn(to));

  return (
    <Menu.Root
      open={open}
      modal={false}
      onOpenChange={(next) => setOpen(next)}
      onOpenChangeComplete={(isOpen) => {
        if (isOpen) return;
        onClose();
        chosen.current?.();
      }}
    >
      <Menu.Portal container={container}>
        <Menu.Positioner
          className="z-40 outline-0"
          anchor={element}
          side="bottom"
          align={element?.matches('button') ? 'end' : 'start'}
          sideOffset={element?.matches('button') ? 4 : 0}
          collisionPadding={8}
        >
          <Menu.Popup
            className="pop menu min-w-56"
            aria-label={count > 1 ? commandTexts.menu.taskCount(count) : texts.label}
            finalFocus={() => (element?.matches('button') ? element : taskLinkOf(id)) ?? true}
          >
            {count > 1 && <p className="menu-label">{commandTexts.menu.taskCount(count)}</p>}
            {readOnly && (
              <p className="menu-label flex max-w-60 gap-2">
                <Info className="mt-px size-3.5 flex-none" />
                {readOnlyTexts[readOnly](count)}
              </p>
            )}
            {commands.filter(({ id: what }) => what !== 'deleteTask').map(item)}
            {place.length > 0 && (
              <>
                {separator}
                <Menu.Group>
                  <Menu.GroupLabel className="menu-label">{boardMovesTexts.card.moveTo}</Menu.GroupLabel>
                  {place.filter(({ to }) => !isMoveInColumn(to)).map(renderMove)}
                </Menu.Group>
                {steps.length > 0 && separator}
                {steps.map(renderMove)}
              </>
            )}
            {separator}
            {chooseTask && (
              <Menu.Item className="menu-row" onClick={choose(() => chooseTask(id))}>
                <Row icon={<ListChecks />} label={isSelected ? texts.deselect : texts.select} keys={KEYS.select} />
              </Menu.Item>
            )}
            {commands.filter(({ id: what }) => what === 'deleteTask').map(item)}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
};
