import { useRef, type KeyboardEvent } from 'react';
import { Popover } from '@base-ui/react/popover';
import { Plus } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import type { TaskFilter } from '../../../sync/client/schema.generated';
import { MorePages } from '../../projects/ShowMore';
import { readFilters, writeFilters } from '../filters/taskFilters';
import { calendarTexts as texts } from '../../../texts/calendar';
import { Button } from '../../../ui/Button';
import { Link } from '../../../ui/Link';
import { usePortalContainer } from '../../../ui/PortalProvider';
import type { DueDay } from './DayCell';
import { dayName } from './dayName';
import { TaskRow } from './TaskRow';
import { useDayTasks } from './useCalendarTasks';

interface DayPopoverProps {
  due: DueDay;
  filter: TaskFilter;
  now: Date;
  anchor: Element | null;
  onClose: () => void;
  onNewTask: (day: string) => void;
}

/** Returns the address of the list of a day's tasks, with the calendar's filters. */
const dayListAddress = (search: string, day: string): string => {
  const filters = readFilters(new URLSearchParams(search));
  return `/tasks?${writeFilters(new URLSearchParams(), { ...filters, dueFrom: day, dueTo: day }).toString()}`;
};

/** The arrow keys move between tasks. */
const walk = (list: HTMLElement | null, event: KeyboardEvent): void => {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const links = [...(list?.querySelectorAll<HTMLElement>('[data-task-link]') ?? [])];
  const at = links.findIndex((link) => link === event.target);
  if (by === 0 || at === -1) return;
  event.preventDefault();
  links[at + by]?.focus();
};

/** All tasks of one day, in a popover next to it. */
export const DayPopover = ({ due, filter, now, anchor, onClose, onNewTask }: DayPopoverProps) => {
  const { day, count } = due;
  const container = usePortalContainer();
  const { search } = useLocation();
  const list = useRef<HTMLUListElement>(null);
  // A day that is not loaded to its end has more.
  const isWhole = count === due.tasks.length;
  const own = useDayTasks(filter, day, isWhole);
  const tasks = isWhole ? due.tasks : (own.tasks ?? due.tasks);
  return (
    <Popover.Root open onOpenChange={(next) => !next && onClose()}>
      <Popover.Portal container={container}>
        <Popover.Positioner className="z-40" anchor={anchor} align="start" sideOffset={4} collisionPadding={8}>
          <Popover.Popup
            className="pop flex w-80 flex-col p-2"
            onKeyDown={(event) => walk(list.current, event)}
            initialFocus={() => list.current?.querySelector<HTMLElement>('[data-task-link]') ?? true}
          >
            <div className="flex flex-none items-center gap-2 pb-1 ps-2">
              <Popover.Title className="flex-1 font-medium">{dayName(day)}</Popover.Title>
              <Button
                variant="ghost"
                size="md"
                icon={<Plus />}
                onClick={() => {
                  onClose();
                  onNewTask(day);
                }}
              >
                {texts.newTask}
              </Button>
            </div>
            <ul ref={list} className="relative max-h-90 overflow-y-auto overscroll-contain">
              {tasks.map((task) => (
                <TaskRow key={task.id} task={task} now={now} />
              ))}
              {!isWhole && own.pageInfo?.hasNextPage && (
                <li>
                  <MorePages of={own.pageInfo} fetchMore={own.fetchMore} />
                </li>
              )}
            </ul>
            {tasks.length === 0 ? (
              <p className="p-2 text-ink-3">{texts.noTasksOn}</p>
            ) : (
              <Link
                to={dayListAddress(search, day)}
                className="mt-1 flex-none border-t border-line px-2 pt-2 pb-1 text-xs text-ink-3 hover:text-ink"
              >
                {texts.openList}
              </Link>
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
};
