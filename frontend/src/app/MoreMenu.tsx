import type { ReactElement } from 'react';
import { CalendarDays, ChartColumn, UsersRound } from 'lucide-react';
import { Menu, MenuLink } from '../ui/Menu';
import { NARROW, NAV_ITEMS } from './navigation';

const ICONS: Readonly<Record<string, ReactElement>> = {
  '/calendar': <CalendarDays />,
  '/analytics': <ChartColumn />,
  '/team': <UsersRound />,
};

/** The places that a narrow bar has no room for. Loaded when its button is pressed, and open from the start. */
export const MoreMenu = ({ trigger }: { trigger: ReactElement }) => (
  <Menu trigger={trigger} defaultOpen align="end">
    {NAV_ITEMS.slice(NARROW).map(({ to, label }) => (
      <MenuLink key={to} to={to} icon={ICONS[to]}>
        {label}
      </MenuLink>
    ))}
  </Menu>
);
