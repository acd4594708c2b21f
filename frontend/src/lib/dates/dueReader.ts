/** How many results are cached, for a minute: pasted lines are parsed again with every letter. */
const KEPT = 1000;
const MINUTE = 60_000;

/** Parses a day in words, in the reader's locale and relative to today; its code is loaded on demand. */
export const loadDueReader = async (): Promise<(words: string) => string | null> => {
  const { readDueWords } = await import('./dueWords');
  const known = new Map<string, string | null>();
  let since = 0;
  return (words) => {
    const minute = Math.floor(Date.now() / MINUTE);
    if (minute !== since || known.size >= KEPT) known.clear();
    since = minute;
    const found = known.get(words);
    if (found !== undefined) return found;
    const due = readDueWords(words)?.due ?? null;
    known.set(words, due);
    return due;
  };
};
