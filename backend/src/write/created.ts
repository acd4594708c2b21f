import type { Command } from './command.js';

/*
 * Receipts of created objects: a repeat with the same key returns the same objects. Stored receipts have this form and must
 * stay readable.
 */

type Repeat<T> = Required<Pick<Command<T>, 'receipt' | 'repeat'>>;

/** For a command that returns the object it creates. */
export const createdObject = <T extends { id: string }>(read: (id: string) => Promise<T>): Repeat<T> => ({
  receipt: ({ id }) => ({ id }),
  repeat: ({ id = '' }) => read(id),
});

/** For a command that returns the objects it creates, in order. */
export const createdObjects = <T extends { id: string }>(
  read: (ids: readonly string[]) => Promise<T[]>,
): Repeat<T[]> => ({
  receipt: (created) => ({ ids: created.map(({ id }) => id).join() }),
  repeat: ({ ids = '' }) => read(ids.split(',')),
});

/** For a command that returns the id of the object it creates. */
export const createdId: Repeat<string> = {
  receipt: (id) => ({ id }),
  repeat: ({ id = '' }) => Promise.resolve(id),
};
