import { useEffect, useState } from 'react';
import { cx } from '../lib/cx';
import { uiTexts } from '../texts/ui';

/** After this time, a text shows that it is still loading. */
const SLOW_MS = 4_000;

interface LoadingWordProps {
  /** The style of the visible text; without it, only screen readers get it. */
  className?: string | undefined;
}

/** Shows that something is loading: to screen readers immediately, to everyone after four seconds. */
export const LoadingWord = ({ className }: LoadingWordProps) => {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  const isSeen = isSlow && className !== undefined;
  return <span className={cx(isSeen ? className : 'sr-only')}>{isSlow ? uiTexts.stillTrying : uiTexts.loading}</span>;
};
