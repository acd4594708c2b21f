import { DUE_TIME } from '@contract/limits';

/** Reads a day in words, in the reader's language and of today; its code comes when it is first wanted. */
export const loadDueReader = async (): Promise<(words: string) => string | null> => {
  const { readDue } = await import('../../lib/dueText');
  return (words) => {
    const read = readDue(words);
    return read ? (read.includes('T') ? read : `${read}T${DUE_TIME}`) : null;
  };
};
