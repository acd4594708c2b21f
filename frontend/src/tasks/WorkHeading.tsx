import type { ReactNode } from 'react';

interface WorkHeadingProps {
  title: string;
  text: string;
  /** What can be done, at the right. */
  children: ReactNode;
}

/** The head of a page that takes the whole width: all tasks, or the board. */
export const WorkHeading = ({ title, text, children }: WorkHeadingProps) => (
  <header className="flex flex-none items-center gap-2 px-4 pt-4 pb-3 md:px-6 md:pt-5 md:pb-4">
    <div className="min-w-0 flex-1">
      <h1 className="text-lg tracking-tight">{title}</h1>
      <p className="text-ink-3 max-md:sr-only">{text}</p>
    </div>
    {children}
  </header>
);
