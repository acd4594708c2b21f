import { useEffect, useRef } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { identitiesTexts } from '../../../texts/identities';
import type { BegunSignIn } from '../session/oidc';
import { awaitAnswer } from '../session/providerWindow';
import { CompleteOidcDocument, type CompleteOidcMutation } from './Identities.generated';

/** The browser did not open a window. */
class BlockedError extends Error {}

export const isBlocked = (error: unknown): boolean => error instanceof BlockedError;

type Completed = CompleteOidcMutation['completeOidc'];

/**
 * Returns a function that opens the provider in a separate window, so that forms here keep their input. Must be called
 * in a click handler, or the browser blocks the window. Resolves to null if it was called again meanwhile, or the
 * component was unmounted.
 */
export const useProviderWindow = (): ((begin: () => Promise<BegunSignIn>) => Promise<Completed | null>) => {
  const client = useApolloClient();
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), []);
  return async (begin) => {
    current.current?.abort();
    const controller = new AbortController();
    current.current = controller;
    const opened = window.open('', '_blank', 'popup,width=500,height=680');
    if (!opened) throw new BlockedError(identitiesTexts.confirm.blocked);
    let begun: BegunSignIn;
    try {
      begun = await begin();
    } catch (error) {
      opened.close();
      throw error;
    }
    const { url, state, verifier } = begun;
    const waiting = awaitAnswer(state, controller.signal).catch(() => null);
    opened.location.assign(url);
    const answer = await waiting;
    if (!answer) return null;
    const { data } = await client.mutate({
      mutation: CompleteOidcDocument,
      variables: { input: { ...answer, verifier } },
      fetchPolicy: 'no-cache',
    });
    return data?.completeOidc ?? null;
  };
};
