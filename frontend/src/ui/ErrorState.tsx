import type { ReactNode } from 'react';
import { CircleAlert } from 'lucide-react';
import { cx } from '../lib/cx';
import { uiTexts } from '../texts/ui';
import { Button } from './Button';

interface ErrorStateProps {
  message: string;
  onRetry?: () => void | Promise<void>;
  /** Whether a retry is in progress. */
  pending?: boolean;
  /** Another way to recover. */
  action?: ReactNode;
  className?: string;
}

/** Shows what could not be loaded, and offers a retry. */
export const ErrorState = ({ message, onRetry, pending = false, action, className }: ErrorStateProps) => (
  <div role="alert" className={cx('grid content-center justify-items-center gap-3 px-6 py-12 text-center', className)}>
    <CircleAlert className="size-6 text-danger-ink" />
    <p className="max-w-90 text-base">{message}</p>
    {onRetry && (
      <Button pending={pending} onClick={() => void onRetry()}>
        {uiTexts.tryAgain}
      </Button>
    )}
    {action}
  </div>
);
