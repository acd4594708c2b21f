import type { TaskPriority } from '@contract/enums';
import { cx } from '../lib/cx';
import { PRIORITY_LABELS } from '../lib/text';
import { controlsTexts } from '../texts/controls';
import { PriorityIcon } from './PriorityIcon';

interface PriorityBadgeProps {
  priority: TaskPriority;
  size?: 'sm' | 'md';
  /** Hides the label visually if there is no space for it. */
  labelClass?: string;
}

export const PriorityBadge = ({ priority, size = 'md', labelClass }: PriorityBadgeProps) => {
  const label = PRIORITY_LABELS[priority];
  return (
    <span
      title={labelClass ? controlsTexts.priority(label) : undefined}
      className={cx(
        'inline-flex items-center whitespace-nowrap text-ink-2',
        size === 'sm' ? 'gap-1.25 text-xs' : 'gap-1.5',
      )}
    >
      <PriorityIcon priority={priority} className={size === 'sm' ? 'size-3.5' : undefined} />
      {labelClass ? <span className={labelClass}>{label}</span> : label}
    </span>
  );
};
