import { useRef } from 'react';
import { newId } from '../client/mutationId';

/**
 * Returns a function that sends a write with the ids that `makeIds` gives its input. The same input gets the ids of its
 * failed attempt, whose answer may have been lost. After a success, the same input is another write.
 */
export const useRetryableSendWith = <Input extends object, Ids>(makeIds: (input: Input) => Ids) => {
  const failed = useRef<{ body: string; ids: Ids } | null>(null);
  return async <Result>(input: Input, send: (ids: Ids) => Promise<Result>): Promise<Result> => {
    const body = JSON.stringify(input);
    const ids = failed.current?.body === body ? failed.current.ids : makeIds(input);
    failed.current = null;
    try {
      return await send(ids);
    } catch (error) {
      failed.current = { body, ids };
      throw error;
    }
  };
};

/** The same for a write of one object. */
export const useRetryableSend = () => useRetryableSendWith((_input: object) => ({ id: newId(), mutationId: newId() }));
