import { useRef } from 'react';
import { newId } from '../client/mutationId';

interface Attempt {
  body: string;
  id: string;
  mutationId: string;
}

/**
 * Returns ids for writes: the same body gets the same id, even if the answer to the first attempt was lost; another
 * body gets a new id.
 */
export const useAttempt = () => {
  const attempt = useRef<Attempt | null>(null);
  return (input: object): { id: string; mutationId: string } => {
    const body = JSON.stringify(input);
    if (attempt.current?.body !== body) attempt.current = { body, id: newId(), mutationId: newId() };
    const { id, mutationId } = attempt.current;
    return { id, mutationId };
  };
};
