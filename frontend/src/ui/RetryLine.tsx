import { RefreshCw } from 'lucide-react';
import { uiTexts } from '../texts/ui';
import { Button } from './Button';

interface RetryLineProps {
  message: string;
  onRetry: () => void | Promise<void>;
}

/** Replaces a part within a line that could not be loaded: the reason, and a retry button. */
export const RetryLine = ({ message, onRetry }: RetryLineProps) => (
  <span className="flex items-center gap-2">
    <span role="alert" className="text-xs text-danger-ink max-lg:sr-only">
      {message}
    </span>
    <Button size="md" icon={<RefreshCw />} onClick={() => void onRetry()}>
      {uiTexts.tryAgain}
    </Button>
  </span>
);
