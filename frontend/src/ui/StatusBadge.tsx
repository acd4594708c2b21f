import type { TaskStatus } from '@contract/enums';
import { cx } from '../lib/cx';
import { STATUS_LABELS } from '../lib/text';
import { ColumnIcon } from './StatusIcon';

interface StatusBadgeProps {
  status: TaskStatus;
  /** The column's name, which replaces the status's. */
  name?: string;
  color?: string | null;
  size?: 'sm' | 'md';
  className?: string | undefined;
}

export const StatusBadge = ({
  status,
  name = STATUS_LABELS[status],
  color = null,
  size = 'md',
  className,
}: StatusBadgeProps) => (
  <span
    className={cx(
      'inline-flex min-w-0 items-center whitespace-nowrap text-ink-2',
      size === 'sm' ? 'gap-1.25 text-xs' : 'gap-1.5',
      className,
    )}
  >
    <ColumnIcon status={status} color={color} className={size === 'sm' ? 'size-3.5' : undefined} />
    <span dir="auto" className="truncate" title={name}>
      {name}
    </span>
  </span>
);
