import { lazy, Suspense, useState } from 'react';
import { useCurrentUser } from '../session/SessionContext';
import { useLogout } from '../session/useLogout';
import { appTexts } from '../texts/app';
import { Avatar } from '../ui/Avatar';

const load = () => import('./UserMenu');
const UserMenu = lazy(async () => ({ default: (await load()).UserMenu }));

/** The avatar in the bar, which opens the account's menu. */
export const UserButton = () => {
  const user = useCurrentUser();
  const [logout, { loading }] = useLogout();
  const [wanted, setWanted] = useState(false);
  // The menu's code is fetched as soon as it is likely to be wanted.
  const prepare = (): void => {
    void load();
  };
  const button = (
    <button
      type="button"
      aria-label={appTexts.account.label}
      aria-haspopup="menu"
      aria-busy={loading || undefined}
      className="grid size-10 place-items-center rounded-full md:size-7"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it takes the place of the button that was pressed, and its focus
      autoFocus={wanted}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => setWanted(true)}
    >
      <Avatar user={user} size={28} decorative />
    </button>
  );
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <UserMenu trigger={button} onSignOut={() => void logout()} />
    </Suspense>
  );
};
