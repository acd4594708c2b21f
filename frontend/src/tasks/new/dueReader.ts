/** Reads a day in words, in the reader's locale and from today on; its code comes when it is first wanted. */
export const loadDueReader = async (): Promise<(words: string) => string | null> => {
  const { readDueWords } = await import('../../lib/dueWords');
  return (words) => readDueWords(words)?.due ?? null;
};
