import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { reportError } from '../../sync/client/errors';
import { controlsTexts } from '../../texts/controls';
import { Button } from '../../ui/Button';

interface ShowMoreProps {
  loadMore: () => Promise<unknown>;
}

/** Stands at the end of a list that has further pages: loads the next one when it comes into view, or when pressed. */
export const ShowMore = ({ loadMore }: ShowMoreProps) => {
  const end = useRef<HTMLDivElement>(null);
  const busy = useRef(false);
  const [state, setState] = useState<'idle' | 'pending' | 'failed'>('idle');

  const load = async (): Promise<void> => {
    if (busy.current) return;
    busy.current = true;
    setState('pending');
    try {
      await loadMore();
      setState('idle');
    } catch (error) {
      // From now on only when it is pressed, or a failing server would be asked again and again.
      setState('failed');
      reportError(error);
    } finally {
      busy.current = false;
    }
  };
  const onSeen = useEffectEvent(() => void load());

  useEffect(() => {
    if (!end.current || state !== 'idle') return undefined;
    // When the page was busy, several entries come at once; the last one is how it is now.
    const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && onSeen(), {
      rootMargin: '200px',
      // The margin of a list that scrolls by itself.
      scrollMargin: '600px',
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [state]);

  return (
    <div ref={end} className="grid justify-items-center py-1">
      <Button variant="ghost" size="md" pending={state === 'pending'} onClick={() => void load()}>
        {controlsTexts.showMore}
      </Button>
    </div>
  );
};
