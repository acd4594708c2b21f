import type { ReactNode } from 'react';
import { cx } from '../lib/cx';

interface FactProps {
  icon: ReactNode;
  /** Shown next to the icon; screen readers get only the words. */
  short?: string;
  words: string;
  className?: string;
}

/** A fact as an icon and few characters; its words are a tooltip, and for screen readers. */
export const Fact = ({ icon, short, words, className }: FactProps) => (
  <span className={cx('fact', className)} title={words}>
    {icon}
    {short && <span aria-hidden="true">{short}</span>}
    <span className="sr-only">{words}</span>
  </span>
);
