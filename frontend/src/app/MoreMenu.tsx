import type { ReactElement } from 'react';
import { Menu, MenuLink } from '../ui/Menu';
import { NARROW, NAV_ITEMS } from './navigation';

/** The places that a narrow bar has no room for. Loaded when its button is pressed, and open from the start. */
export const MoreMenu = ({ trigger }: { trigger: ReactElement }) => (
  <Menu trigger={trigger} defaultOpen align="end">
    {NAV_ITEMS.slice(NARROW).map(({ to, label, icon: Icon }) => (
      <MenuLink key={to} to={to} icon={<Icon />}>
        {label}
      </MenuLink>
    ))}
  </Menu>
);
