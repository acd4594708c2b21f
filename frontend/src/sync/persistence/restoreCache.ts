import type { ApolloCache } from '@apollo/client';
import { MeDocument, type MeQuery } from '../../features/account/session/Me.generated';
import { getToken } from '../../features/account/session/token';
import { readPersisted, digestToken, unsupportedReason } from './persistedCache';
import { markRestored } from './isRestored';

/** Restores the stored data of the signed-in person into an empty cache; returns their id. */
export const restoreCache = async (cache: ApolloCache): Promise<MeQuery | undefined> => {
  const token = getToken();
  const isEmpty = (): boolean => cache.readQuery({ query: MeDocument }) === null;
  if (token === null || unsupportedReason() || !isEmpty()) return undefined;
  const [kept, session] = await Promise.all([readPersisted(), digestToken(token)]);
  if (kept?.session !== session || getToken() !== token || !isEmpty()) return undefined;
  cache.restore(kept.cache);
  const me = cache.readQuery({ query: MeDocument })?.me;
  if (me?.id !== kept.userId) return undefined;
  markRestored();
  const positions = kept.positions.map((position) => ({ __typename: 'ProjectRevision' as const, ...position }));
  return { me: { ...me, epoch: kept.epoch ?? me.epoch, positions } };
};
