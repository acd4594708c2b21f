import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { reportError } from '../../sync/client/errors';
import { isNarrow } from '../../lib/screen';
import { controlsTexts } from '../../texts/controls';
import { Button } from '../../ui/Button';

interface PageInfo {
  hasNextPage: boolean;
  endCursor: string | null;
}

interface ShowMoreProps {
  loadMore: () => Promise<unknown>;
}

/** At the end of a list with more pages: loads the next page when it becomes visible or is pressed. */
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
      // After a failure it must be pressed, because otherwise a failing server would be queried repeatedly.
      setState('failed');
      reportError(error);
    } finally {
      busy.current = false;
    }
  };
  const onSeen = useEffectEvent(() => void load());

  useEffect(() => {
    if (!end.current || state !== 'idle') return undefined;
    // On a busy page, several entries arrive at once; the last one is the current state.
    const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && onSeen(), {
      rootMargin: '200px',
      // The root margin of a scrolling list.
      scrollMargin: isNarrow() ? '300px' : '600px',
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

/** Fetches a page of a list, as the `fetchMore` of its query. */
export type FetchMore = (options: { variables: { after: string | null } }) => Promise<unknown>;

/** Shows the next page of a connection, by its `pageInfo`; renders nothing after the last page. */
export const MorePages = ({ of, fetchMore }: { of: PageInfo | undefined; fetchMore: FetchMore }) =>
  of?.hasNextPage && <ShowMore loadMore={() => fetchMore({ variables: { after: of.endCursor } })} />;
