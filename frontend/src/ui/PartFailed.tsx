import { ErrorState } from './ErrorState';
import type { PartFailedProps } from './lazyPart';

/** In the place of a part that could not be loaded: why, and another try. */
export const PartFailed = ({ message, pending, onRetry }: PartFailedProps<unknown>) => (
  <ErrorState message={message} pending={pending} onRetry={onRetry} />
);
