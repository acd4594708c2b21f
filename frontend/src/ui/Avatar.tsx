import { useState, type CSSProperties } from 'react';
import { cx } from '../lib/cx';
import { fullName, initials, type PersonName } from '../lib/text';
import { controlsTexts } from '../texts/controls';

/** Hues of the eight project colors. A person always has the same one. */
const HUES = [128, 168, 215, 262, 318, 18, 48, 80] as const;

const hueOf = (id: string): number => {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return HUES[hash % HUES.length] ?? HUES[0];
};

const SIZES = {
  16: 'size-4 text-[0.5rem]',
  20: 'size-5 text-[0.5625rem]',
  24: 'size-6 text-[0.625rem]',
  28: 'size-7 text-[0.6875rem]',
  96: 'size-24 text-[2rem] font-medium',
} as const;

interface AvatarProps {
  /** Null if there is no user, which shows the letter U. */
  user: (PersonName & { id: string; avatar: string | null }) | null | undefined;
  size?: keyof typeof SIZES;
  /** Whether the name is already next to it. */
  decorative?: boolean;
  className?: string;
}

/** A person's picture, or their initials on a color. */
export const Avatar = ({ user, size = 20, decorative = false, className }: AvatarProps) => {
  const [broken, setBroken] = useState<string | null>(null);
  const name = user ? fullName(user) : controlsTexts.user;
  const style: CSSProperties & Record<'--hue', number> = { '--hue': user ? hueOf(user.id) : HUES[1] };
  const picture = user?.avatar && user.avatar !== broken ? user.avatar : null;
  // Drawn by the style sheet next to a name, because as text the initials would be part of a button's label.
  const named = decorative
    ? ({ 'aria-hidden': true, 'data-initials': picture ? undefined : initials(user) } as const)
    : ({ role: 'img', 'aria-label': name, title: name } as const);
  return (
    <span className={cx('avatar', SIZES[size], className)} style={style} {...named}>
      {picture ? (
        <img
          src={picture}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          className="size-full rounded-full object-cover outline-1 -outline-offset-1 outline-line"
          onError={() => setBroken(picture)}
        />
      ) : (
        !decorative && initials(user)
      )}
    </span>
  );
};

/** A placeholder for an absent person. */
export const NoAvatar = ({ decorative = false, size = 20 }: { decorative?: boolean; size?: keyof typeof SIZES }) => (
  <span
    className={cx('avatar avatar-none', SIZES[size])}
    {...(decorative
      ? { 'aria-hidden': true }
      : { role: 'img', 'aria-label': controlsTexts.noAssignee, title: controlsTexts.noAssignee })}
  />
);
