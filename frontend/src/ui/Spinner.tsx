import { cx } from '../lib/cx';
import { LoadingWord } from './LoadingWord';

const SIZES = { sm: 'size-4 border-2', lg: 'size-8 border-[2.5px]' } as const;

interface SpinnerProps {
  size?: keyof typeof SIZES;
}

/** Only the spinning ring, for places with their own text. */
export const SpinnerMark = ({ size = 'sm', className }: SpinnerProps & { className?: string }) => (
  <span
    aria-hidden="true"
    className={cx(
      'spinner inline-block flex-none animate-spin rounded-full border-current/20 border-t-current',
      SIZES[size],
      className,
    )}
  />
);

/** Shows that something is loading, also to screen readers. A large one shows text if it takes long. */
export const Spinner = ({ size = 'sm' }: SpinnerProps) => (
  <span
    role="status"
    className={cx('text-ink-3', size === 'lg' ? 'relative inline-grid justify-items-center' : 'inline-flex')}
  >
    <SpinnerMark size={size} />
    <LoadingWord className={size === 'lg' ? 'absolute top-full mt-3 whitespace-nowrap' : undefined} />
  </span>
);

/** Whether a large spinner is shown, which stands for a whole page or its content. */
export const isPageSpinnerShown = (): boolean => document.querySelector('.spinner.size-8') !== null;

/** Fills the window until it is known what to show. */
export const FullScreenSpinner = () => (
  <div className="grid min-h-dvh place-items-center bg-frame">
    <Spinner size="lg" />
  </div>
);
