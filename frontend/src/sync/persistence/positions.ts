import type { Position } from './kept';

/** How far the feed has come. */
interface Reader {
  epoch: string | null;
  all: () => readonly Position[];
}

let reader: Reader | null = null;

/** The feed says where it is; null when it has ended. */
export const noteReader = (next: Reader | null): void => {
  reader = next;
};

/** Where the feed of this tab is; null before it has begun. */
export const readerNow = (): Reader | null => reader;
