import { useEffect, useState } from 'react';
import { readPicture } from './readPicture';

/** Small pictures that were shown last, by their address, so that scrolling reads none twice. */
const KEPT = 60;
const kept = new Map<string, string>();

function keep(url: string, shown: string): void {
  kept.delete(url);
  kept.set(url, shown);
  for (const [oldest, address] of kept) {
    if (kept.size <= KEPT) return;
    kept.delete(oldest);
    // Not while it can be on the page.
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  }
}

/** Reads a small picture. Returns its address in this page; null while it is read, and if it can't be. */
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
      // The place of the picture stays empty.
      () => undefined,
    );
    return () => left.abort();
  }, [url]);
  return shown;
};
