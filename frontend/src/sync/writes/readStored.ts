import type { ApolloCache } from '@apollo/client';

/**
 * Reads one field of a stored object, or undefined. While Apollo rebuilds an optimistic layer, `readFragment` may still
 * return the former content of the layer, so `show` must not use it to decide whether an object exists.
 */
export const readStored = (cache: ApolloCache, typename: string, id: string, field: string): unknown => {
  let stored: unknown;
  cache.modify({
    id: cache.identify({ __typename: typename, id }),
    fields: {
      [field]: (value: unknown) => {
        stored = value;
        return value;
      },
    },
    broadcast: false,
  });
  return stored;
};

export const isStored = (cache: ApolloCache, typename: string, id: string): boolean =>
  readStored(cache, typename, id, 'id') !== undefined;
