import type { MouseEvent } from 'react';
import { Ellipsis } from 'lucide-react';
import { cx } from '../../../lib/cx';
import { tasksTexts } from '../../../texts/tasks';
import { IconButton } from '../../../ui/IconButton';
import { openQuickMenu } from '../model/quickMenu';

interface MoreButtonProps {
  task: { id: string; title: string };
  isTabStop: boolean;
  className: string;
}

/** The button of a task's menu in a list, shown on hover and focus. On touch screens, a long touch opens the menu. */
export const MoreButton = ({ task: { id, title }, isTabStop, className }: MoreButtonProps) => (
  <IconButton
    label={tasksTexts.actionsFor(title)}
    size="sm"
    tabIndex={isTabStop ? 0 : -1}
    aria-haspopup="menu"
    className={cx(
      'absolute z-1 opacity-0 group-focus-within/item:opacity-100 group-hover/item:opacity-100 aria-expanded:opacity-100 max-md:hidden pointer-coarse:hidden print:hidden',
      className,
    )}
    onClick={({ currentTarget }: MouseEvent<HTMLElement>) => openQuickMenu({ id, anchor: currentTarget })}
  >
    <Ellipsis />
  </IconButton>
);
