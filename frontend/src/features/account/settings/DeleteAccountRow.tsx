import { useState } from 'react';
import { leaveTexts } from '../../../texts/leave';
import { settingsTexts } from '../../../texts/settings';
import { Button } from '../../../ui/Button';
import { lazyDialog } from '../../../ui/lazyComponent';
import { SettingsRow } from './SettingsSection';

const DeleteAccountDialog = lazyDialog(() => import('./settingsDialogs'), 'DeleteAccountDialog');

export const DeleteAccountRow = () => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <SettingsRow {...settingsTexts.danger.deleteAccount}>
        {({ textId }) => (
          <Button variant="danger" aria-describedby={textId} onClick={() => setOpen(true)}>
            {leaveTexts.action}
          </Button>
        )}
      </SettingsRow>
      {isOpen && <DeleteAccountDialog open onClose={() => setOpen(false)} />}
    </>
  );
};
