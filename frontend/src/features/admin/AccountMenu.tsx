import { Ellipsis } from 'lucide-react';
import { adminTexts } from '../../texts/admin';
import { IconButton } from '../../ui/IconButton';
import { lazyDialog } from '../../ui/lazyComponent';
import { Menu, MenuItem } from '../../ui/Menu';
import { useAsked } from '../../ui/useAsked';
import { type Account, ACCOUNT_ACTIONS } from './accountActions';

const AccountActionDialog = lazyDialog(() => import('./adminDialogs'), 'AccountActionDialog');

interface AccountMenuProps {
  account: Account;
  isOwn: boolean;
  onDone: () => void;
}

/** The actions of an administrator on an account; each is confirmed. */
export const AccountMenu = ({ account, isOwn, onDone }: AccountMenuProps) => {
  const { asked: action, times, isOpen, ask, close } = useAsked<(typeof ACCOUNT_ACTIONS)[number]>();
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
          <MenuItem key={it.name} danger={it.isDanger === true} onSelect={() => ask(it)}>
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
          onClose={close}
          onDone={onDone}
        />
      )}
    </>
  );
};
