import { useId, useRef, type ReactNode } from 'react';
import { Camera, CircleAlert } from 'lucide-react';
import { AVATAR } from '@contract/avatar';
import { cx } from '../../../lib/cx';
import { fullName } from '../../../lib/text';
import type { CurrentUserFragment } from '../session/CurrentUser.generated';
import { useFileDrop } from '../../../lib/useFileDrop';
import { settingsTexts } from '../../../texts/settings';
import { Avatar } from '../../../ui/Avatar';
import { Button } from '../../../ui/Button';
import { IconButton } from '../../../ui/IconButton';
import { usePicture } from './usePicture';

const { picture: texts } = settingsTexts.profile;

interface ProfileHeadingProps {
  user: CurrentUserFragment;
  /** Actions at its end. */
  children: ReactNode;
}

/** The person's picture, with its menu, and name. */
export const ProfileHeading = ({ user, children }: ProfileHeadingProps) => {
  const { part, error, set, remove } = usePicture();
  const isOver = useFileDrop(([file]) => set(file));
  const errorId = useId();
  const input = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLButtonElement>(null);
  const isSending = part !== null;
  return (
    <header className="mb-7 flex flex-wrap items-center gap-4 md:gap-5">
      <span className={cx('relative grid rounded-full', isOver && 'outline-2 outline-offset-4 outline-focus')}>
        <Avatar user={user} size={96} decorative />
        <input
          ref={input}
          type="file"
          hidden
          accept={AVATAR.types.join()}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file) set(file);
            // Reset, so that the same file can be chosen again.
            currentTarget.value = '';
          }}
        />
        <IconButton
          ref={camera}
          label={texts.change}
          title={texts.hint}
          variant="secondary"
          size="md"
          className="absolute -end-1 -bottom-1 rounded-full pointer-coarse:-end-2.5 pointer-coarse:-bottom-2.5"
          aria-describedby={error && errorId}
          pending={isSending}
          onClick={() => input.current?.click()}
        >
          <Camera />
        </IconButton>
      </span>
      <div className="min-w-0 flex-1 basis-40">
        <h1 dir="auto" className="text-lg tracking-tight wrap-anywhere">
          {fullName(user)}
        </h1>
        <p className="wrap-anywhere text-ink-3">@{user.username}</p>
        {/* Its height is fixed, so that the name does not move. */}
        <div className="mt-1 flex h-6 items-center gap-2 text-xs text-ink-3">
          {isSending && (
            <>
              <span
                role="progressbar"
                aria-label={texts.sending}
                aria-valuenow={Math.round(part * 100)}
                className="h-1 w-32 overflow-hidden rounded-full bg-fill-2"
              >
                <span className="meter-fill block h-full" style={{ width: `${part * 100}%` }} />
              </span>
              {texts.sent(part)}
            </>
          )}
          {isOver && !isSending && texts.drop}
          {user.avatar && !isSending && !isOver && (
            <Button
              variant="ghost"
              size="sm"
              className="-ms-2"
              onClick={() => {
                // The button is removed together with the picture.
                camera.current?.focus();
                remove();
              }}
            >
              {texts.remove}
            </Button>
          )}
        </div>
        <p id={errorId} role="alert" className="flex gap-1 text-xs text-danger-ink">
          {error && (
            <>
              <CircleAlert className="mt-px size-3.5 flex-none stroke-2" />
              <span className="min-w-0">{error}</span>
            </>
          )}
        </p>
      </div>
      {children}
    </header>
  );
};
