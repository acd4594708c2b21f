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

/** Proxies have limits of their own, and their messages are not ours. */
const isTooLarge = (error: unknown): boolean => (error as { statusCode?: unknown }).statusCode === 413;

/** Why it failed, to show with the picture; undefined if that is reported elsewhere, as an ended session is. */
const unsupportedReason = (error: unknown): string | undefined => {
  const { code, fields } = toAppError(error);
  if (code === 'UNAUTHENTICATED') return undefined;
  if (isTooLarge(error)) return AVATAR_REFUSALS.tooLarge;
  return fields.avatar?.[0] ?? errorText(error, texts.failed);
};

/** The person's own picture: functions to set and remove it, its progress, and its error. */
export const usePicture = () => {
  const { cache } = useApolloClient();
  const [remove] = useMutation(RemoveAvatarDocument);
  /** How much of a file is sent; null without an upload. */
  const [part, setPart] = useState<number | null>(null);
  const [error, setError] = useState<string>();
  const isBusy = useRef(false);

  const attempt = async (deed: () => Promise<unknown>, done: string): Promise<void> => {
    // One at a time: the later one would win, whichever was chosen last.
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
