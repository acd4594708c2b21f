/** How many results are cached, for a minute, because pasted lines are parsed again for every letter. */
const MAX_CACHED = 1000;
const MINUTE = 60_000;

/** Loads the parser of days in words, which uses the reader's locale and is relative to today. */
export const loadDueReader = async (): Promise<(words: string) => string | null> => {
  const { readDueWords } = await import('./dueWords');
  const known = new Map<string, string | null>();
  let since = 0;
  return (words) => {
    const minute = Math.floor(Date.now() / MINUTE);
    if (minute !== since || known.size >= MAX_CACHED) known.clear();
    since = minute;
    const found = known.get(words);
    if (found !== undefined) return found;
    const due = readDueWords(words)?.due ?? null;
    known.set(words, due);
    return due;
  };
};
