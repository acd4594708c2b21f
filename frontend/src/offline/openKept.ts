import type { ApolloCache } from '@apollo/client';
import { MeDocument, type MeQuery } from '../session/Me.generated';
import { getToken } from '../session/token';
import { readKept, sessionOf, whyNot } from './kept';

/** Puts what this device has kept of the person of the present sign-in into an empty cache; answers who that is. */
export const openKept = async (cache: ApolloCache): Promise<MeQuery | undefined> => {
  const token = getToken();
  if (token === null || whyNot()) return undefined;
  const [kept, session] = await Promise.all([readKept(), sessionOf(token)]);
  if (kept?.session !== session || getToken() !== token) return undefined;
  cache.restore(kept.cache);
  const data = cache.readQuery({ query: MeDocument });
  if (!data || data.me.id !== kept.userId) return undefined;
  const { epoch } = kept;
  const positions = kept.positions.map((position) => ({ __typename: 'ProjectRevision' as const, ...position }));
  return { ...data, me: { ...data.me, epoch: epoch ?? data.me.epoch, positions } };
};
