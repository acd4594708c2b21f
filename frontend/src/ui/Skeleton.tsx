import { cx } from '../lib/cx';

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
