import type { ApolloClient } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { MeDocument } from '../../features/account/session/Me.generated';
import { isQueued } from '../client/links';
import { newId } from '../client/mutationId';
import type { VersionedCache } from '../client/versionGuard';
import type { Write } from './defineWrite';

export interface WriteResult<Data> {
  /** Names the write, for `undoButton`. */
  mutationId: string;
  /** Whether it is queued on this device; `data` is then null, and success must not be reported. */
  isQueued: boolean;
  data: Data | null;
}

/** The input of a write; `mutationId` is given only to repeat or group writes. */
type InputWithoutId<In> = Omit<In, 'mutationId'> & { mutationId?: string | null | undefined };

let layers = 0;

/** Shows a write before its answer. Returns a function that removes the optimistic layer. */
export const showWrite = <Data, In extends object>(client: ApolloClient, write: Write<Data, In>, input: In) => {
  // The app's client always has this cache.
  const cache = client.cache as VersionedCache;
  const hidden = write.hides?.(input) ?? [];
  const me = client.readQuery({ query: MeDocument })?.me ?? null;
  const meta = { me, at: new Date().toISOString(), isQueued: false };
  layers += 1;
  const name = `write:${layers}`;
  for (const id of hidden) cache.retain(id);
  cache.recordOptimisticTransaction((layer) => write.show?.(layer, input, meta), name);
  return (): void => {
    cache.removeOptimistic(name);
    for (const id of hidden) cache.release(id);
  };
};

/** Sends a write without showing it. */
export const sendWrite = async <Data, In extends object>(
  client: ApolloClient,
  write: Write<Data, In>,
  unnamed: InputWithoutId<In>,
): Promise<WriteResult<Data>> => {
  const mutationId = unnamed.mutationId ?? newId();
  const input = { ...unnamed, mutationId } as unknown as In;
  const serialKey = write.serialize?.(input, client.cache);
  const answer = await client.mutate({
    mutation: write.document,
    variables: { input },
    ...(serialKey !== undefined && { context: { serialKey } }),
    update: (cache, { data }) => {
      // A queued write has no data.
      if (data) write.apply(cache, data as Data, input);
    },
  });
  return { mutationId, isQueued: isQueued(answer), data: (answer.data ?? null) as Data | null };
};

/** Shows a write, sends it, and removes its optimistic layer. Throws the refusal. The caller reports success and failure. */
export const runWrite = async <Data, In extends object>(
  client: ApolloClient,
  write: Write<Data, In>,
  input: InputWithoutId<In>,
): Promise<WriteResult<Data>> => {
  const hide = showWrite(client, write, input as unknown as In);
  try {
    return await sendWrite(client, write, input);
  } finally {
    hide();
  }
};

/** Runs a write from a component. */
export const useWrite = <Data, In extends object>(write: Write<Data, In>) => {
  const client = useApolloClient();
  return (input: InputWithoutId<In>): Promise<WriteResult<Data>> => runWrite(client, write, input);
};
