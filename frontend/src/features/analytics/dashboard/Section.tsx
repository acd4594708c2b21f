import { useId, type ReactNode } from 'react';
import { cx } from '../../../lib/cx';
import { dashboardTexts } from '../../../texts/dashboard';
import { Link } from '../../../ui/Link';

interface SectionProps {
  title: string;
  /** A note next to the title. */
  note?: ReactNode;
  /** A link to the full list, at the end of the title's line, with its name for screen readers. */
  all?: { to: string; label: string };
  className?: string;
  children: ReactNode;
}

/** A part of the dashboard under its own heading. */
export const Section = ({ title, note, all, className, children }: SectionProps) => {
  const id = useId();
  return (
    <section aria-labelledby={id} className={cx('min-w-0', className)}>
      <div className="flex h-8 items-center gap-2">
        <h2 id={id} className="text-sm">
          {title}
        </h2>
        {note && <span className="text-ink-3">{note}</span>}
        {all && (
          <span className="ms-auto text-xs font-medium whitespace-nowrap text-ink-3 print:hidden">
            <Link
              to={all.to}
              aria-label={all.label}
              className="rounded-xs hover:text-ink pointer-coarse:relative pointer-coarse:z-1 pointer-coarse:py-3.5"
            >
              {dashboardTexts.viewAll}
            </Link>
          </span>
        )}
      </div>
      {children}
    </section>
  );
};

/** A row between thin lines. If it contains a link, the whole row can be pressed. */
export const rowClass =
  'relative flex items-center gap-2.5 border-t border-line before:pointer-events-none before:absolute before:inset-x-[-10px] before:inset-y-0 before:rounded-sm hover:before:bg-fill md:gap-3';
