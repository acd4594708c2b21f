import { useEffect, useState } from 'react';
import { readPicture } from './readPicture';

/** Recently shown thumbnails by address, so that scrolling fetches none twice. */
const MAX_CACHED = 60;
const kept = new Map<string, string>();

function keep(url: string, shown: string): void {
  kept.delete(url);
  kept.set(url, shown);
  for (const [oldest, address] of kept) {
    if (kept.size <= MAX_CACHED) return;
    kept.delete(oldest);
    // Deferred, because the picture may still be on the page.
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  }
}

/** Fetches a thumbnail. Returns its blob URL; null while loading, or if that fails. */
export const useSmallPicture = (url: string): string | null => {
  const [read, setRead] = useState<{ url: string; shown: string } | null>(null);
  const shown = kept.get(url) ?? (read?.url === url ? read.shown : null);
  useEffect(() => {
    if (kept.has(url)) return undefined;
    const left = new AbortController();
    readPicture(url, left.signal).then(
      (blob) => {
        if (left.signal.aborted) return;
        const address = URL.createObjectURL(blob);
        keep(url, address);
        setRead({ url, shown: address });
      },
      // After a failure, the place of the picture stays empty.
      () => undefined,
    );
    return () => left.abort();
  }, [url]);
  return shown;
};
