import type { ReactNode } from 'react';
import { cx } from '../../lib/cx';

interface PageHeadingProps {
  title: string;
  text: string;
  action?: ReactNode;
  className?: string;
}

/** The header of a page: title, description, and actions at the right. */
export const PageHeading = ({ title, text, action, className = 'mb-6' }: PageHeadingProps) => (
  <header className={cx('flex flex-none items-center gap-2', className)}>
    <div className="min-w-0 flex-1">
      <h1 className="text-lg tracking-tight wrap-anywhere">{title}</h1>
      <p className="text-ink-3 max-md:sr-only">{text}</p>
    </div>
    {action}
  </header>
);
