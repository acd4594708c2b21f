import { useRef } from 'react';
import { newId } from '../client/mutationId';

interface Names {
  id: string;
  mutationId: string;
}

/**
 * Returns a function that sends a write with ids: the same body gets the ids of its failed attempt, whose answer may have
 * been lost. Whatever is said again after that is another write.
 */
export const useAttempt = () => {
  const failed = useRef<{ body: string; names: Names } | null>(null);
  return async <Result>(input: object, send: (names: Names) => Promise<Result>): Promise<Result> => {
    const body = JSON.stringify(input);
    const names = failed.current?.body === body ? failed.current.names : { id: newId(), mutationId: newId() };
    failed.current = null;
    try {
      return await send(names);
    } catch (error) {
      failed.current = { body, names };
      throw error;
    }
  };
};
