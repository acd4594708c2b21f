import type { ReactNode } from 'react';
import { cx } from '../lib/cx';
import { uiTexts } from '../texts/ui';

/** The place of something that is loading; give it the size of what will stand there. */
export const Skeleton = ({ className, round = false }: { className?: string; round?: boolean }) => (
  <span
    aria-hidden="true"
    className={cx(
      'block animate-breathe bg-fill-2',
      round ? 'size-5 flex-none rounded-full' : 'h-2.5 rounded-full',
      className,
    )}
  />
);

/** The places of what loads, which is said once. */
export const Skeletons = ({ className, children }: { className?: string; children: ReactNode }) => (
  <div role="status" className={className}>
    <span className="sr-only">{uiTexts.loading}</span>
    {children}
  </div>
);
