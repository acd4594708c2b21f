/** So many readings are kept, within a minute: pasted lines are read anew with every letter. */
const KEPT = 1000;
const MINUTE = 60_000;

/** Reads a day in words, in the reader's locale and from today on; its code comes when it is first wanted. */
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
