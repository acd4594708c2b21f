import { useState } from 'react';
import { UserPlus } from 'lucide-react';
import { adminTexts } from '../../texts/admin';
import { Button } from '../../ui/Button';
import { lazyDialog } from '../../ui/lazyComponent';

const InviteDialog = lazyDialog(() => import('./adminDialogs'), 'InviteDialog');

/** Opens the dialog that invites someone, with an empty form. */
export const InviteButton = ({ onInvited }: { onInvited: () => void }) => {
  const [{ isOpen, times }, setInviting] = useState({ isOpen: false, times: 0 });
  return (
    <>
      <Button icon={<UserPlus />} onClick={() => setInviting({ isOpen: true, times: times + 1 })}>
        {adminTexts.people.invite}
      </Button>
      {times > 0 && (
        <InviteDialog
          key={times}
          open={isOpen}
          onClose={() => setInviting({ isOpen: false, times })}
          onDone={onInvited}
        />
      )}
    </>
  );
};
