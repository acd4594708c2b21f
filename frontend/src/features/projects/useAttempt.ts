import { useRef } from 'react';
import { newId } from '../../sync/client/mutationId';

interface Attempt {
  body: string;
  id: string;
  mutationId: string;
}

/**
 * Names one write: sending the same body again is the same write to the server, even when the answer to the first was
 * lost; another body is another write.
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
