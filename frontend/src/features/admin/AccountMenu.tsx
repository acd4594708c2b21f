import { useState } from 'react';
import { Ellipsis } from 'lucide-react';
import { adminTexts } from '../../texts/admin';
import { IconButton } from '../../ui/IconButton';
import { lazyDialog } from '../../ui/lazyComponent';
import { Menu, MenuItem } from '../../ui/Menu';
import { type Account, ACCOUNT_ACTIONS } from './accountActions';

const AccountActionDialog = lazyDialog(() => import('./adminDialogs'), 'AccountActionDialog');

interface AccountMenuProps {
  account: Account;
  isOwn: boolean;
  onDone: () => void;
}

/** The actions of an administrator on an account; each is confirmed. */
export const AccountMenu = ({ account, isOwn, onDone }: AccountMenuProps) => {
  // Each action creates a new dialog, so that its input starts empty.
  const [{ action, times, isOpen }, setAsked] = useState<{
    action: (typeof ACCOUNT_ACTIONS)[number] | null;
    times: number;
    isOpen: boolean;
  }>({ action: null, times: 0, isOpen: false });
  const actions = ACCOUNT_ACTIONS.filter(({ isFor }) => isFor(account, isOwn));
  if (actions.length === 0) return null;
  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton label={adminTexts.people.acts(account.name)} size="md">
            <Ellipsis />
          </IconButton>
        }
      >
        {actions.map((it) => (
          <MenuItem
            key={it.name}
            danger={it.isDanger === true}
            onSelect={() => setAsked({ action: it, times: times + 1, isOpen: true })}
          >
            {adminTexts.acts[it.name].label}
          </MenuItem>
        ))}
      </Menu>
      {action && (
        <AccountActionDialog
          key={times}
          open={isOpen}
          action={action}
          account={account}
          onClose={() => setAsked({ action, times, isOpen: false })}
          onDone={onDone}
        />
      )}
    </>
  );
};
