import { cx } from '../lib/cx';
import { uiTexts } from '../texts/ui';

const SIZES = { sm: 'size-4 border-2', lg: 'size-8 border-[2.5px]' } as const;

interface SpinnerProps {
  size?: keyof typeof SIZES;
  className?: string;
}

/** The turning ring alone, for places that say themselves what they wait for. */
export const SpinnerMark = ({ size = 'sm', className }: SpinnerProps) => (
  <span
    aria-hidden="true"
    className={cx(
      'spinner inline-block flex-none animate-spin rounded-full border-current/20 border-t-current',
      SIZES[size],
      className,
    )}
  />
);

/** Something is loading, for eyes and for screen readers. */
export const Spinner = (props: SpinnerProps) => (
  <span role="status" className="inline-flex text-ink-3">
    <SpinnerMark {...props} />
    <span className="sr-only">{uiTexts.loading}</span>
  </span>
);

/** Fills the window while it is not yet known what to show. */
export const FullScreenSpinner = () => (
  <div className="grid min-h-dvh place-items-center bg-frame">
    <Spinner size="lg" />
  </div>
);
