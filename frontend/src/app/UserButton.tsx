import { useCurrentUser } from '../features/account/session/SessionContext';
import { appTexts } from '../texts/app';
import { Avatar } from '../ui/Avatar';
import { lazyComponent, RenderNothing, useLazyOpener } from '../ui/lazyComponent';

const UserMenu = lazyComponent(() => import('./menus'), 'UserMenu', { Failed: RenderNothing, preload: true });

/** The avatar in the bar, which opens the account's menu. */
export const UserButton = () => {
  const user = useCurrentUser();
  const [wanted, opener] = useLazyOpener(UserMenu);
  const renderButton = (isBusy: boolean) => (
    <button
      {...opener}
      type="button"
      aria-label={appTexts.account}
      aria-haspopup="menu"
      aria-busy={isBusy || undefined}
      className="grid size-11 place-items-center rounded-full md:pointer-fine:size-7"
    >
      <Avatar user={user} size={28} decorative />
    </button>
  );
  return wanted ? <UserMenu renderTrigger={renderButton} /> : renderButton(false);
};
