import type { ApolloCache } from '@apollo/client';

/**
 * Reads one field of an object as it is stored, or undefined. While Apollo rebuilds an optimistic layer, `readFragment` may
 * still return what the layer contained before, so `show` must not decide by it whether an object exists.
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
