import { useRef, useState } from 'react';
import { useApolloClient, useMutation } from '@apollo/client/react';
import { AVATAR, AVATAR_REFUSALS } from '@contract/avatar';
import { errorText, toAppError } from '../../../sync/client/errors';
import { newId } from '../../../sync/client/mutationId';
import { reasonText } from '../../../lib/reasonWords';
import { CurrentUserFragmentDoc } from '../session/CurrentUser.generated';
import { settingsTexts } from '../../../texts/settings';
import { notify } from '../../../ui/notify';
import { RemoveAvatarDocument } from './RemoveAvatar.generated';
import { sendPicture } from './sendPicture';

const { picture: texts } = settingsTexts.profile;

const tooLarge = (): string =>
  reasonText({ key: 'pictureTooLarge', params: { max: AVATAR.bytes } }, AVATAR_REFUSALS.tooLarge);

/** Proxies have their own limits, and their answers do not have our messages. */
const isTooLarge = (error: unknown): boolean => (error as { statusCode?: unknown }).statusCode === 413;

/**
 * Returns the reason to show next to the picture; undefined if the error is reported elsewhere, such as an ended
 * session.
 */
const unsupportedReason = (error: unknown): string | undefined => {
  const { code, fields } = toAppError(error);
  if (code === 'UNAUTHENTICATED') return undefined;
  if (isTooLarge(error)) return tooLarge();
  return fields.avatar?.[0] ?? errorText(error, texts.failed);
};

/** The person's own picture: functions to set and remove it, its progress, and its error. */
export const usePicture = () => {
  const { cache } = useApolloClient();
  const [remove] = useMutation(RemoveAvatarDocument);
  /** The sent share of a file; null without an upload. */
  const [part, setPart] = useState<number | null>(null);
  const [error, setError] = useState<string>();
  const isBusy = useRef(false);

  const attempt = async (work: () => Promise<unknown>, done: string): Promise<void> => {
    // Only one change at a time. Otherwise the change that ends last would remain, and not the one that was chosen
    // last.
    if (isBusy.current) return;
    isBusy.current = true;
    setError(undefined);
    try {
      await work();
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
      if (file.size > AVATAR.bytes) return setError(tooLarge());
      return void attempt(async () => {
        setPart(0);
        const user = await sendPicture(file, setPart);
        cache.writeFragment({ fragment: CurrentUserFragmentDoc, data: { __typename: 'User', ...user } });
      }, texts.saved);
    },
    remove: (): void => void attempt(() => remove({ variables: { input: { mutationId: newId() } } }), texts.removed),
  };
};
