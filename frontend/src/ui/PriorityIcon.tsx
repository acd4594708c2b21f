import type { ReactNode } from 'react';
import { TaskPriority } from '@contract/statusAndPriority';
import { Shape, type ShapeProps } from './Shape';

const COLORS: Record<TaskPriority, string> = {
  [TaskPriority.LOW]: 'text-low',
  [TaskPriority.MEDIUM]: 'text-medium',
  [TaskPriority.HIGH]: 'text-high',
  [TaskPriority.URGENT]: 'text-urgent',
};

/** Three stones, of which the first `count` are filled. */
const Stones = ({ count }: { count: 1 | 2 | 3 }) => (
  <>
    <rect x="1.5" y="11" width="13" height="3.5" rx="1.75" />
    <rect x="3.25" y="6.5" width="9.5" height="3.5" rx="1.75" opacity={count > 1 ? 1 : 0.28} />
    <rect x="5" y="2" width="6" height="3.5" rx="1.75" opacity={count > 2 ? 1 : 0.28} />
  </>
);

const SHAPES: Record<TaskPriority, ReactNode> = {
  [TaskPriority.LOW]: <Stones count={1} />,
  [TaskPriority.MEDIUM]: <Stones count={2} />,
  [TaskPriority.HIGH]: <Stones count={3} />,
  [TaskPriority.URGENT]: (
    <>
      <rect x="1.5" y="1.5" width="13" height="13" rx="3.5" />
      <path d="M8 4.6v4" stroke="var(--color-on-danger)" strokeWidth="1.9" strokeLinecap="round" />
      <circle cx="8" cy="11.4" r="1.1" fill="var(--color-on-danger)" />
    </>
  ),
};

/** A task's priority: one, two or three stones, or a square with an exclamation mark. The label is next to it. */
export const PriorityIcon = ({ priority, ...rest }: ShapeProps & { priority: TaskPriority }) => (
  <Shape {...rest} color={COLORS[priority]}>
    {SHAPES[priority]}
  </Shape>
);
