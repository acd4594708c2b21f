import { Suspense, useRef, useState } from 'react';
import { Plus } from 'lucide-react';
import { flushSync } from 'react-dom';
import { ariaKeys, KEYS } from '../../../lib/keyboard/keys';
import { boardTexts } from '../../../texts/board';
import { Button } from '../../../ui/Button';
import type { QuickAddRowProps } from '../create/QuickAddRow';
import { lazyComponent, RenderNothing, useLazyLoad } from '../../../ui/lazyComponent';

const QuickAddRow = lazyComponent(() => import('../create/createForms'), 'QuickAddRow', {
  Failed: RenderNothing,
  preload: true,
});

/** Adds a task by its title at the end of a column. Stays in view while the cards scroll. */
export const ColumnQuickAdd = (props: Omit<QuickAddRowProps, 'onClose'>) => {
  const [isOpen, setOpen] = useState(false);
  const [, want] = useLazyLoad(QuickAddRow);
  const foot = useRef<HTMLDivElement>(null);
  // The card from which the key opened it, to which the focus returns.
  const from = useRef<Element | null>(null);
  const open = async (): Promise<void> => {
    from.current = document.activeElement?.closest('[data-task-link]') ?? null;
    setOpen(await want());
  };
  const close = (): void => {
    flushSync(() => setOpen(false));
    const place = from.current?.isConnected ? from.current : foot.current?.querySelector('button');
    if (place instanceof HTMLElement) place.focus();
  };
  return (
    <div ref={foot} data-foot className="sticky bottom-0 z-1 -mx-1.5 bg-well px-1.5 py-1 print:hidden">
      {isOpen ? (
        <Suspense>
          <QuickAddRow {...props} onClose={close} />
        </Suspense>
      ) : (
        <Button
          variant="ghost"
          size="md"
          icon={<Plus />}
          className="w-full justify-start"
          data-new-line
          aria-keyshortcuts={ariaKeys(KEYS.newHere)}
          aria-label={boardTexts.newTaskAtEnd(props.name)}
          onClick={() => void open()}
        >
          {boardTexts.newTask}
        </Button>
      )}
    </div>
  );
};
