import { useRef, useState } from 'react';
import { useApolloClient, useMutation } from '@apollo/client/react';
import { AVATAR, AVATAR_REFUSALS } from '@contract/avatar';
import { errorText, toAppError } from '../../../sync/client/errors';
import { newId } from '../../../sync/client/mutationId';
import { CurrentUserFragmentDoc } from '../session/CurrentUser.generated';
import { settingsTexts } from '../../../texts/settings';
import { notify } from '../../../ui/notify';
import { RemoveAvatarDocument } from './RemoveAvatar.generated';
import { sendPicture } from './sendPicture';

const { picture: texts } = settingsTexts.profile;

/** Proxies have limits of their own, and words that are no words of ours. */
const isTooLarge = (error: unknown): boolean => (error as { statusCode?: unknown }).statusCode === 413;

/** Why it failed, for the place of the picture; nothing where that is said elsewhere: an ended session says its own. */
const unsupportedReason = (error: unknown): string | undefined => {
  const { code, fields } = toAppError(error);
  if (code === 'UNAUTHENTICATED') return undefined;
  if (isTooLarge(error)) return AVATAR_REFUSALS.tooLarge;
  return fields.avatar?.[0] ?? errorText(error, texts.failed);
};

/** One's own picture: how to set it and take it away, how far that is, and what went wrong. */
export const usePicture = () => {
  const { cache } = useApolloClient();
  const [remove] = useMutation(RemoveAvatarDocument);
  /** Which part of a file is sent; null while nothing is under way. */
  const [part, setPart] = useState<number | null>(null);
  const [error, setError] = useState<string>();
  const isBusy = useRef(false);

  const attempt = async (deed: () => Promise<unknown>, done: string): Promise<void> => {
    // One at a time: the later one would win, whichever was wanted.
    if (isBusy.current) return;
    isBusy.current = true;
    setError(undefined);
    try {
      await deed();
      notify.success(done);
    } catch (failure) {
      setError(unsupportedReason(failure));
    }
    isBusy.current = false;
    setPart(null);
  };

  return {
    part,
    error,
    set: (file: File): void => {
      if (file.size > AVATAR.bytes) return setError(AVATAR_REFUSALS.tooLarge);
      return void attempt(async () => {
        setPart(0);
        const user = await sendPicture(file, setPart);
        cache.writeFragment({ fragment: CurrentUserFragmentDoc, data: { __typename: 'User', ...user } });
      }, texts.saved);
    },
    remove: (): void => void attempt(() => remove({ variables: { input: { mutationId: newId() } } }), texts.removed),
  };
};
