import type { ReactElement } from 'react';
import { Menu, MenuLink } from '../ui/Menu';
import type { PlaceEntry } from './places';

interface MoreMenuProps {
  trigger: ReactElement;
  places: readonly PlaceEntry[];
}

/** The links for which a narrow bar has no space. Loaded when its button is pressed, and open from the start. */
export const MoreMenu = ({ trigger, places }: MoreMenuProps) => (
  <Menu trigger={trigger} defaultOpen align="end">
    {places.map(({ path, label, icon: Icon }) => (
      <MenuLink key={path} to={path} icon={<Icon />}>
        {label}
      </MenuLink>
    ))}
  </Menu>
);
