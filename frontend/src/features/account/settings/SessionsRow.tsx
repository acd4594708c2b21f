import { useId, useState } from 'react';
import { securityTexts } from '../../../texts/security';
import { settingsTexts } from '../../../texts/settings';
import { Button } from '../../../ui/Button';
import { SessionList } from './SessionList';
import { SettingsRow } from './SettingsSection';

/** The list of sessions, loaded on demand. */
export const SessionsRow = () => {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <SettingsRow {...settingsTexts.security.sessions}>
        {({ labelId }) => (
          <Button
            aria-describedby={labelId}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            {securityTexts.sessions.manage}
          </Button>
        )}
      </SettingsRow>
      {isOpen && <SessionList id={id} />}
    </>
  );
};
