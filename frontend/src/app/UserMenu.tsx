import type { ReactElement } from 'react';
import { LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { useTheme } from '../lib/theme';
import { fullName } from '../lib/text';
import { useCurrentUser } from '../session/SessionContext';
import { Menu, MenuGroup, MenuItem, MenuRadioGroup, MenuSeparator } from '../ui/Menu';

const THEME_CHOICES = [
  { value: 'light', children: 'Light', icon: <Sun /> },
  { value: 'dark', children: 'Dark', icon: <Moon /> },
  { value: 'system', children: 'System', icon: <Monitor /> },
] as const;

interface UserMenuProps {
  trigger: ReactElement;
  onSignOut: () => void;
}

/** Who is signed in, the theme, and the way out. Loaded when its button is pressed, and open from the start. */
export const UserMenu = ({ trigger, onSignOut }: UserMenuProps) => {
  const user = useCurrentUser();
  const [theme, setTheme] = useTheme();
  return (
    <Menu trigger={trigger} defaultOpen align="end" className="w-60">
      <div className="grid gap-0.5 px-2 py-1.5">
        <span className="truncate font-medium">{fullName(user)}</span>
        <span className="truncate text-xs text-ink-3">{user.email}</span>
      </div>
      <MenuSeparator />
      <MenuGroup label="Theme">
        <MenuRadioGroup label="Theme" value={theme} onValueChange={setTheme} choices={THEME_CHOICES} />
      </MenuGroup>
      <MenuSeparator />
      <MenuItem icon={<LogOut />} onSelect={onSignOut}>
        Sign out
      </MenuItem>
    </Menu>
  );
};
