import type { Ref } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { cardLinkClass } from '../projects/cardClass';
import { cx } from '../lib/cx';
import { taskSearch } from './taskUrl';

interface TaskLinkProps {
  id: string;
  title: string;
  className?: string;
  tabIndex?: number;
  ref?: Ref<HTMLAnchorElement>;
  'aria-describedby'?: string | undefined;
}

/** A task's title that opens the task over the page; the whole card or row around it can be pressed. */
export const TaskLink = ({ id, title, className, ...rest }: TaskLinkProps) => {
  const { search } = useLocation();
  return (
    <Link
      {...rest}
      to={{ search: taskSearch(search, id) }}
      // A link's own dragging would take the place of the board's.
      draggable={false}
      preventScrollReset
      data-task-link={id}
      className={cx(cardLinkClass, className)}
    >
      {title}
    </Link>
  );
};
