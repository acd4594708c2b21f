import type { ReactNode } from 'react';
import { TaskStatus } from '@contract/statusAndPriority';
import { projectColor } from '../lib/projectColor';
import { Shape, type ShapeProps } from './Shape';

const COLORS: Record<TaskStatus, string> = {
  [TaskStatus.TODO]: 'text-todo',
  [TaskStatus.IN_PROGRESS]: 'text-progress',
  [TaskStatus.IN_REVIEW]: 'text-review',
  [TaskStatus.DONE]: 'text-done',
};

const Ring = () => <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" strokeWidth="1.6" />;

const SHAPES: Record<TaskStatus, ReactNode> = {
  [TaskStatus.TODO]: <Ring />,
  [TaskStatus.IN_PROGRESS]: (
    <>
      <Ring />
      <path d="M8 4.3a3.7 3.7 0 0 1 0 7.4z" />
    </>
  ),
  [TaskStatus.IN_REVIEW]: (
    <>
      <Ring />
      <path d="M8 8V4.3A3.7 3.7 0 1 1 4.3 8z" />
    </>
  ),
  [TaskStatus.DONE]: (
    <>
      <circle cx="8" cy="8" r="6.8" />
      <path
        d="m5 8.2 2.1 2.1L11 6.2"
        fill="none"
        stroke="var(--color-raised)"
        strokeWidth="1.7"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  ),
};

/** A task's status as an icon: ring, half, three quarters, filled check mark. The label is next to it. */
export const StatusIcon = ({ status, ...rest }: ShapeProps & { status: TaskStatus }) => (
  <Shape {...rest} color={COLORS[status]}>
    {SHAPES[status]}
  </Shape>
);

interface ColumnIconProps extends Pick<ShapeProps, 'className'> {
  status: TaskStatus;
  /** Replaces the color of the status. */
  color?: string | null;
  title?: string;
}

/** The status of a column's tasks, in the color of the column. */
export const ColumnIcon = ({ status, color = null, title, className }: ColumnIconProps) => (
  <span
    className="inline-flex flex-none"
    style={color === null ? undefined : { color: projectColor(color) }}
    title={title}
  >
    <StatusIcon status={status} tone={color === null ? 'value' : 'own'} className={className} />
  </span>
);
