import { tasksTexts } from '../../../texts/tasks';
import { Button } from '../../../ui/Button';

const { noneFound } = tasksTexts;

/** Shown once for all columns if the filter matches no task. */
export const NoMatches = ({ onClear }: { onClear: () => void }) => (
  <div className="mx-4 mb-3 flex flex-none items-center gap-3 rounded-md border border-line-2 py-2 pe-2 ps-3 md:mx-6">
    <p role="status" className="min-w-0 flex-1">
      <span className="font-medium">{noneFound.title}</span> <span className="text-ink-3">{noneFound.text}</span>
    </p>
    <Button
      onClick={() => {
        // The button is removed together with the filter.
        document.querySelector<HTMLElement>('[data-filter-menu]')?.focus();
        onClear();
      }}
    >
      {noneFound.clear}
    </Button>
  </div>
);
