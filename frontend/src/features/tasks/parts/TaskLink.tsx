import type { Ref } from 'react';
import { useLocation } from 'react-router-dom';
import { cardLinkClass } from '../../projects/cardLinkClass';
import { cx } from '../../../lib/cx';
import { openTaskOf, rememberKey, taskSearch, taskStep } from '../model/taskUrl';
import { Link } from '../../../ui/Link';

interface TaskLinkProps {
  /** The address contains its key, if there is one. */
  task: { id: string; title: string; key?: string | null };
  className?: string;
  /** For a link that is not inside its own block. */
  dir?: 'auto';
  tabIndex?: number;
  ref?: Ref<HTMLAnchorElement>;
  'aria-describedby'?: string | undefined;
}

/** A task's title as a link that opens the task over the page. Its pressable area covers the card or row around it. */
export const TaskLink = ({ task: { id, title, key = null }, className, ...rest }: TaskLinkProps) => {
  const { search, state } = useLocation();
  rememberKey(key, id);
  const opened = openTaskOf(search);
  return (
    <Link
      {...rest}
      to={{ search: taskSearch(search, id) }}
      // The browser's dragging of links would conflict with the board's.
      draggable={false}
      {...taskStep(search, state)}
      aria-current={opened === id || undefined}
      data-task-link={id}
      className={cx(
        cardLinkClass,
        'aria-[current]:after:outline-2 aria-[current]:after:-outline-offset-1 aria-[current]:after:outline-accent',
        className,
      )}
    >
      {title}
    </Link>
  );
};
