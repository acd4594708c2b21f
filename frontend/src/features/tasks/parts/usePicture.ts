import { useEffect, useState } from 'react';

/** Fetches a picture while it is shown. Returns its blob URL, or that it failed. */
export const usePicture = (url: string, read: (url: string, signal: AbortSignal) => Promise<Blob>) => {
  const [shown, setShown] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const left = new AbortController();
    let made: string | undefined;
    read(url, left.signal).then(
      (blob) => {
        if (left.signal.aborted) return;
        made = URL.createObjectURL(blob);
        setShown(made);
      },
      () => {
        if (!left.signal.aborted) setFailed(true);
      },
    );
    return () => {
      left.abort();
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [url, read]);
  return { shown, failed, fail: () => setFailed(true) };
};
