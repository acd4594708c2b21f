import { ChevronLeft, ChevronRight, Inbox } from 'lucide-react';
import { calendarTexts as texts } from '../../../texts/calendar';
import { number } from '../../../texts/format';
import { Button } from '../../../ui/Button';
import { IconButton } from '../../../ui/IconButton';
import type { Period } from './days';

interface CalendarBarProps {
  period: Period;
  label: string;
  /**
   * The number of tasks without a date, and whether they are shown next to the days; undefined if the page has no such
   * panel.
   */
  tray: { count: number; isOpen: boolean; onToggle: () => void } | null;
  onTurn: (by: 1 | -1) => void;
  onToday: () => void;
}

/** The visible period, with arrows to others. Holding a dragged task over the arrows changes the period. */
export const CalendarBar = ({ period, label, tray, onTurn, onToday }: CalendarBarProps) => (
  <div className="flex flex-none items-center gap-2 px-4 pb-3 max-md:flex-wrap md:px-6">
    <div className="-ms-2 flex items-center">
      <span data-turn="-1" className="flex">
        <IconButton label={texts.previous[period.kind]} size="md" className="max-md:size-11" onClick={() => onTurn(-1)}>
          <ChevronLeft />
        </IconButton>
      </span>
      <span data-turn="1" className="flex">
        <IconButton label={texts.next[period.kind]} size="md" className="max-md:size-11" onClick={() => onTurn(1)}>
          <ChevronRight />
        </IconButton>
      </span>
    </div>
    <h2 aria-live="polite" className="min-w-min text-base font-medium tabular-nums max-md:flex-1">
      {label}
    </h2>
    <Button size="md" className="max-md:ms-auto" onClick={onToday}>
      {texts.today}
    </Button>
    {tray && (
      <Button
        size="md"
        className="btn-filter ms-auto"
        icon={<Inbox />}
        aria-pressed={tray.isOpen}
        data-on={tray.isOpen ? '' : undefined}
        onClick={tray.onToggle}
      >
        {texts.noDate.title}
        {tray.count > 0 && <span className="text-ink-3 tabular-nums">{number(tray.count)}</span>}
      </Button>
    )}
  </div>
);
