import type { ReactNode } from 'react';
import { cx } from '../lib/cx';
import { STONES } from './BrandMark';

interface EmptyStateProps {
  title: string;
  text?: ReactNode;
  /** A Button or LinkButton for the next step. */
  action?: ReactNode;
  /** Replaces the default drawing. */
  icon?: ReactNode;
  /** The level of the title: 1 if it is the page's own, 3 below a section's. */
  level?: 1 | 2 | 3;
  className?: string;
}

/** Shown if there is nothing yet, with what to do about it. */
export const EmptyState = ({ title, text, action, icon, level = 2, className }: EmptyStateProps) => {
  const Heading = `h${level}` as const;
  return (
    <div className={cx('grid content-center justify-items-center gap-1 px-6 py-12 text-center', className)}>
      <span className="mb-3 grid min-h-12 place-items-center text-line-control">{icon ?? <CairnNext />}</span>
      <Heading className="text-base">{title}</Heading>
      {text && <p className="max-w-75 text-balance text-ink-3">{text}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
};

/** Two stones, and the dashed contour of a third. */
const CairnNext = () => (
  <svg viewBox="0 0 16 16" fill="currentColor" aria-hidden="true" className="size-12">
    <g opacity="0.75">
      <path d={STONES[0]} />
      <path d={STONES[1]} />
    </g>
    <path d={STONES[2]} fill="none" stroke="currentColor" strokeWidth="0.45" strokeDasharray="0.9 0.7" />
  </svg>
);
