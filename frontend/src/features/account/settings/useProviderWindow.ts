import { useEffect, useRef } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { providerName } from '../../../lib/signInWays';
import { identitiesTexts } from '../../../texts/identities';
import type { StartedSignIn } from '../session/oidc';
import { waitForProviderAnswer } from '../session/providerWindow';
import { CompleteOidcDocument, type CompleteOidcMutation } from './Identities.generated';

const { confirm: texts } = identitiesTexts;

/** The browser did not open a window, or the person canceled in it. */
class WindowError extends Error {}

/** Returns why the window brought no answer; undefined for another error. */
export const providerWindowError = (error: unknown): string | undefined =>
  error instanceof WindowError ? error.message : undefined;

type Completed = CompleteOidcMutation['completeOidc'];

/**
 * Returns a function that opens the provider in a separate window, so that forms here keep their input. Must be called
 * in a click handler, or the browser blocks the window. Resolves to null if it was called again meanwhile, or the
 * component was unmounted.
 */
export const useProviderWindow = (): ((begin: () => Promise<StartedSignIn>) => Promise<Completed | null>) => {
  const client = useApolloClient();
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), []);
  return async (begin) => {
    current.current?.abort();
    const controller = new AbortController();
    current.current = controller;
    const opened = window.open('', '_blank', 'popup,width=500,height=680');
    if (!opened) throw new WindowError(texts.blocked);
    let begun: StartedSignIn;
    try {
      begun = await begin();
    } catch (error) {
      opened.close();
      throw error;
    }
    const { url, state, verifier } = begun;
    const waiting = waitForProviderAnswer(state, controller.signal).catch(() => null);
    opened.location.assign(url);
    const answer = await waiting;
    if (!answer) return null;
    const { isDenied, ...input } = answer;
    if (isDenied) throw new WindowError(texts.denied(providerName()));
    const { data } = await client.mutate({
      mutation: CompleteOidcDocument,
      variables: { input: { ...input, verifier } },
      fetchPolicy: 'no-cache',
    });
    return data?.completeOidc ?? null;
  };
};
