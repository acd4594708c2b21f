import type { ReactNode } from 'react';
import { cx } from '../lib/cx';
import { LoadingWord } from './LoadingWord';

/** A placeholder while something loads; give it the size of the content. */
export const Skeleton = ({ className, round = false }: { className?: string; round?: boolean }) => (
  <span aria-hidden="true" className={cx('skeleton', round && 'skeleton-round', className)} />
);

/** A group of placeholders, announced once. */
export const Skeletons = ({ className, children }: { className?: string; children: ReactNode }) => (
  <div role="status" className={className}>
    <LoadingWord className="pop fixed bottom-6 start-1/2 max-md:bottom-20 z-20 -translate-x-1/2 px-3 py-1.5 text-ink-2" />
    {children}
  </div>
);
