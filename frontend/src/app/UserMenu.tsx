import type { ReactElement } from 'react';
import { LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { fullName } from '../lib/text';
import { useCurrentUser } from '../features/account/session/SessionContext';
import { useLogout } from '../features/account/session/useLogout';
import { useAccountTheme } from '../features/account/settings/useAccountTheme';
import { accountMenuTexts as texts } from '../texts/accountMenu';
import { Menu, MenuGroup, MenuItem, MenuLink, MenuRadioGroup, MenuSeparator } from '../ui/Menu';
import { linksIn } from './places';

const THEME_CHOICES = [
  { value: 'light', children: texts.themes.light, icon: <Sun /> },
  { value: 'dark', children: texts.themes.dark, icon: <Moon /> },
  { value: 'system', children: texts.themes.system, icon: <Monitor /> },
] as const;

interface UserMenuProps {
  /** The button in the bar, which is busy during sign-out. */
  renderTrigger: (isBusy: boolean) => ReactElement;
}

/** The signed-in person, their pages, the theme, and sign-out. Loaded on the first press, and open from the start. */
export const UserMenu = ({ renderTrigger }: UserMenuProps) => {
  const user = useCurrentUser();
  const [logout, { loading }] = useLogout();
  const [theme, setTheme] = useAccountTheme();
  return (
    <Menu trigger={renderTrigger(loading)} defaultOpen align="end" className="w-60">
      <div className="grid gap-0.5 px-2 py-1.5">
        <span dir="auto" className="truncate text-start font-medium">
          {fullName(user)}
        </span>
        <span className="truncate text-xs text-ink-3">{user.email}</span>
      </div>
      <MenuSeparator />
      {linksIn('account')
        .filter(({ isForAdmins }) => !isForAdmins || user.isAdmin)
        .map(({ path, label, icon: Icon }) => (
          <MenuLink key={path} to={path} icon={<Icon />}>
            {label}
          </MenuLink>
        ))}
      <MenuSeparator />
      <MenuGroup label={texts.theme}>
        <MenuRadioGroup label={texts.theme} value={theme} onValueChange={setTheme} choices={THEME_CHOICES} />
      </MenuGroup>
      <MenuSeparator />
      <MenuItem icon={<LogOut />} onSelect={() => void logout()}>
        {texts.signOut}
      </MenuItem>
    </Menu>
  );
};
