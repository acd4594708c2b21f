import type { ReactNode } from 'react';

interface PageHeadingProps {
  title: string;
  text: string;
  action?: ReactNode;
}

/** The head of a page that reads from top to bottom: what it is, what it is for, and the way on. */
export const PageHeading = ({ title, text, action }: PageHeadingProps) => (
  <header className="mb-7 flex items-start gap-4">
    <div className="min-w-0 flex-1">
      <h1 className="text-xl tracking-tight wrap-anywhere">{title}</h1>
      <p className="mt-0.5 text-base text-ink-3">{text}</p>
    </div>
    {action}
  </header>
);
