import type { ReactNode } from 'react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { calendarTexts as texts } from '../../../texts/calendar';
import { uiTexts } from '../../../texts/ui';
import { Button } from '../../../ui/Button';
import { IconButton } from '../../../ui/IconButton';

interface CalendarBarProps {
  label: string;
  /** The labels of the arrows. */
  previous: string;
  next: string;
  onTurn: (by: 1 | -1) => void;
  onToday: () => void;
  /** Shown at the end. */
  children?: ReactNode;
}

/** The visible days, with arrows to others. In the calendar, holding a dragged task over the arrows turns the page. */
export const CalendarBar = ({ label, previous, next, onTurn, onToday, children }: CalendarBarProps) => (
  <div className="flex flex-none items-center gap-2 px-4 pb-3 max-md:flex-wrap md:px-6">
    <div className="-ms-2 flex items-center">
      <span data-turn="-1" className="flex">
        <IconButton label={previous} size="md" className="max-md:size-11" onClick={() => onTurn(-1)}>
          <ChevronLeft />
        </IconButton>
      </span>
      <span data-turn="1" className="flex">
        <IconButton label={next} size="md" className="max-md:size-11" onClick={() => onTurn(1)}>
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
    {children}
  </div>
);

/** Says that some tasks could not be loaded. */
export const IncompleteNote = ({ onRetry }: { onRetry: () => void }) => (
  <p role="alert" className="flex items-center gap-2 px-4 pb-3 text-danger-ink md:px-6">
    {texts.incomplete}
    <Button size="md" onClick={onRetry}>
      {uiTexts.tryAgain}
    </Button>
  </p>
);
