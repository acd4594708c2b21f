import { useEffect, useState } from 'react';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router-dom';
import { ariaKeys, keyName, KEYS } from '../../../lib/keyboard/keys';
import { tasksTexts } from '../../../texts/tasks';
import { IconButton } from '../../../ui/IconButton';
import { hasNeighbour, neighbourOf } from '../model/taskElements';
import { taskSearch, taskStep } from '../model/taskUrl';

/** How long to wait after rows are added or removed while a list scrolls or changes. */
const CHECK_DELAY_MS = 150;

/** Whether there is a task before and after this one on the page. */
const useNeighbours = (id: string): { before: boolean; after: boolean } => {
  const [found, setFound] = useState({ before: false, after: false });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      timer = undefined;
      const now = { before: hasNeighbour(id, -1), after: hasNeighbour(id, 1) };
      setFound((known) => (known.before === now.before && known.after === now.after ? known : now));
    };
    const observer = new MutationObserver(() => {
      timer ??= setTimeout(look, CHECK_DELAY_MS);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    look();
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [id]);
  return found;
};

/**
 * Buttons to the previous and the next task of the list from which the task was opened; renders nothing if the task is
 * in no list.
 */
export const PrevNextButtons = ({ id }: { id: string }) => {
  const { before, after } = useNeighbours(id);
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const go = (step: 1 | -1): void => {
    const next = neighbourOf(id, step);
    if (next !== undefined) void navigate({ search: taskSearch(search, next) }, taskStep(search, state));
  };
  if (!before && !after) return null;
  const { previous, next, byKey } = tasksTexts.panel;
  return (
    <>
      <IconButton
        label={previous}
        title={byKey(previous, keyName(KEYS.previousTask))}
        aria-keyshortcuts={ariaKeys(KEYS.previousTask)}
        size="md"
        disabled={!before}
        onClick={() => go(-1)}
      >
        <ArrowUp />
      </IconButton>
      <IconButton
        label={next}
        title={byKey(next, keyName(KEYS.nextTask))}
        aria-keyshortcuts={ariaKeys(KEYS.nextTask)}
        size="md"
        disabled={!after}
        onClick={() => go(1)}
      >
        <ArrowDown />
      </IconButton>
    </>
  );
};
