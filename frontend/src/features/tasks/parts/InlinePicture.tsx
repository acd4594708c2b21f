import type { ReactNode } from 'react';
import { readPicture } from './readPicture';
import { usePicture } from './usePicture';

/** The address of a task's file on this server. */
const FILE = /^\/files\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/[^?#\s]+$/;

/** A text can arrive before its picture is uploaded, so loading is retried after these pauses. */
const PAUSES_MS = [1_000, 4_000, 15_000];

const readWithRetries = async (url: string, signal: AbortSignal): Promise<Blob> => {
  for (const pause of PAUSES_MS) {
    try {
      return await readPicture(url, signal);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
      signal.throwIfAborted();
    }
  }
  return readPicture(url, signal);
};

/** A picture within a text, fetched with the session's token; until then, or if that fails, its alternative text. */
const InlinePicture = ({ url, words }: { url: string; words: string }) => {
  const { shown, failed, fail } = usePicture(url, readWithRetries);
  if (shown === null || failed) return <span className="text-ink-3">{words}</span>;
  // A file that is not a picture is shown as text.
  return (
    <img src={shown} alt={words} className="my-1 inline-block h-auto max-h-96 max-w-full rounded-sm" onError={fail} />
  );
};

/** Returns the name of a file in its address. People can write addresses that are not encoded. */
const nameIn = (url: string): string => {
  const name = url.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};

/** Renders the picture of an address in a text; null if it is not one of the files on this server. */
export const showPicture = (url: string, words: string): ReactNode =>
  FILE.test(url) ? <InlinePicture key={url} url={url} words={words || nameIn(url)} /> : null;
