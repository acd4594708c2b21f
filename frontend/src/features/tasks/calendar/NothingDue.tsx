import { calendarTexts } from '../../../texts/calendar';
import { tasksTexts } from '../../../texts/tasks';
import { Button } from '../../../ui/Button';
import type { Period } from './days';

const { empty: texts } = calendarTexts;

interface NothingDueProps {
  kind: Period['kind'];
  /** Removes the filters; undefined if there are none. */
  onClear: (() => void) | undefined;
}

/** Shown if nothing is due in the period. Offers the next steps. */
export const NothingDue = ({ kind, onClear }: NothingDueProps) => (
  <div className="grid justify-items-center gap-1 rounded-lg border border-line bg-raised px-6 py-4 text-center shadow-card">
    <p className="font-medium">{onClear ? texts.found : texts.title[kind]}</p>
    <p className="max-w-75 text-balance text-ink-3">{onClear ? tasksTexts.noneFound.text : texts.text}</p>
    {onClear && (
      <Button size="md" className="pointer-events-auto mt-2" onClick={onClear}>
        {tasksTexts.noneFound.clear}
      </Button>
    )}
  </div>
);
