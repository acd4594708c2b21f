import { useCurrentUser } from '../features/account/session/SessionContext';
import { appTexts } from '../texts/app';
import { Avatar } from '../ui/Avatar';
import { lazyComponent, RenderNothing, useLazyLoad } from '../ui/lazyComponent';

const UserMenu = lazyComponent(() => import('./menus'), 'UserMenu', { Failed: RenderNothing, preload: true });

/** The avatar in the bar, which opens the account's menu. */
export const UserButton = () => {
  const user = useCurrentUser();
  const [wanted, want] = useLazyLoad(UserMenu);
  // Loads the menu when the person is likely to open it.
  const prepare = (): void => void UserMenu.load();
  const renderButton = (isBusy: boolean) => (
    <button
      type="button"
      aria-label={appTexts.account}
      aria-haspopup="menu"
      aria-busy={isBusy || undefined}
      className="grid size-11 place-items-center rounded-full md:pointer-fine:size-7"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it replaces the pressed button, and takes over its focus
      autoFocus={wanted}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => void want()}
    >
      <Avatar user={user} size={28} decorative />
    </button>
  );
  return wanted ? <UserMenu renderTrigger={renderButton} /> : renderButton(false);
};
