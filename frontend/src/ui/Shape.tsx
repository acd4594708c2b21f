import type { ReactNode } from 'react';
import { cx } from '../lib/cx';

export interface ShapeProps {
  /** The color: of the value, of the field, of a completed task, or inherited. */
  tone?: 'value' | 'field' | 'quiet' | 'own';
  className?: string | undefined;
}

const TONES: Partial<Record<string, string>> = { field: 'text-ink-2', quiet: 'text-ink-3', own: '' };

/** The icon of a status or a priority, whose name is next to it. */
export const Shape = ({
  color,
  tone = 'value',
  className,
  children,
}: ShapeProps & { color: string; children: ReactNode }) => (
  <svg
    viewBox="0 0 16 16"
    fill="currentColor"
    aria-hidden="true"
    className={cx('shape', TONES[tone] ?? color, className)}
  >
    {children}
  </svg>
);
