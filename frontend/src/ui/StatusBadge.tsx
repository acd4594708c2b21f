import type { TaskStatus } from '@contract/enums';
import { cx } from '../lib/cx';
import { STATUS_LABELS } from '../lib/text';
import { StatusIcon } from './StatusIcon';

/** A task's status in shape and words. */
export const StatusBadge = ({
  status,
  size = 'md',
  className,
}: {
  status: TaskStatus;
  size?: 'sm' | 'md';
  className?: string;
}) => (
  <span
    className={cx(
      'inline-flex items-center whitespace-nowrap text-ink-2',
      size === 'sm' ? 'gap-1.25 text-xs' : 'gap-1.5',
      className,
    )}
  >
    <StatusIcon status={status} className={size === 'sm' ? 'size-3.5' : undefined} />
    {STATUS_LABELS[status]}
  </span>
);
