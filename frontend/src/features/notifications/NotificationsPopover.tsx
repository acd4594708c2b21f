import { useState, type ReactElement } from 'react';
import { notificationsTexts } from '../../texts/notifications';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { Popover } from '../../ui/Popover';
import { useBackToClose } from '../../ui/useBackToClose';
import { NotificationsPanel } from './NotificationsPanel';
import { useNotificationActions } from './useNotificationActions';

/** The notifications under their bell. Loaded when the bell is pressed, and open from the start. */
export const NotificationsPopover = ({ trigger }: { trigger: ReactElement }) => {
  const [open, setOpen] = useState(true);
  const [clearing, setClearing] = useState(false);
  const { clear } = useNotificationActions();
  // It belongs to the frame, which stays when the page changes.
  useBackToClose(open, () => setOpen(false), false);
  return (
    <>
      <Popover
        trigger={trigger}
        label={notificationsTexts.title}
        align="end"
        open={open}
        onOpenChange={setOpen}
        className="flex max-h-[min(640px,var(--available-height))] w-102 flex-col overflow-hidden"
      >
        <NotificationsPanel
          onLeave={() => setOpen(false)}
          onClear={() => {
            setOpen(false);
            setClearing(true);
          }}
        />
      </Popover>
      <ConfirmDialog
        open={clearing}
        onOpenChange={setClearing}
        title={notificationsTexts.clearQuestion}
        confirmLabel={notificationsTexts.clearAll}
        onConfirm={clear}
      >
        {notificationsTexts.clearWarning}
      </ConfirmDialog>
    </>
  );
};
