import { useState } from 'react';
import { Archive, CircleUserRound, Ellipsis, Link as LinkIcon, LogOut, Settings, Trash2 } from 'lucide-react';
import { TASK_STATUSES, TaskStatus } from '@contract/enums';
import { STATUS_LABELS } from '../../lib/text';
import { Button } from '../Button';
import { ConfirmDialog } from '../ConfirmDialog';
import { Dialog } from '../Dialog';
import { IconButton } from '../IconButton';
import { Menu, MenuGroup, MenuItem, MenuLink, MenuRadioGroup, MenuSeparator } from '../Menu';
import { notify } from '../notify';
import { Popover } from '../Popover';
import { StatusIcon } from '../StatusIcon';
import { Fields, PriorityField } from './ControlSections';
import { Line, Specimen } from './Specimen';

const STATUS_CHOICES = TASK_STATUSES.map((value) => ({
  value,
  children: STATUS_LABELS[value],
  icon: <StatusIcon status={value} />,
}));
const SIZES = ['md', 'lg'] as const;

export const OverlaySection = () => {
  const [size, setSize] = useState<(typeof SIZES)[number] | null>(null);
  const [asking, setAsking] = useState(false);
  const [status, setStatus] = useState<TaskStatus>(TaskStatus.IN_PROGRESS);
  const close = (): void => setSize(null);
  return (
    <Specimen title="Menus, popovers, dialogs">
      <Line>
        <Menu trigger={<Button>Status</Button>}>
          <MenuRadioGroup label="Status" value={status} onValueChange={setStatus} choices={STATUS_CHOICES} />
        </Menu>
        <Menu trigger={<Button>Account</Button>}>
          <MenuLink to="/profile" icon={<CircleUserRound />}>
            Profile
          </MenuLink>
          <MenuLink to="/settings" icon={<Settings />}>
            Settings
          </MenuLink>
          <MenuSeparator />
          <MenuItem icon={<LogOut />} onSelect={() => notify.info('Signed out')}>
            Sign out
          </MenuItem>
        </Menu>
        <Menu
          trigger={
            <IconButton label="More actions" variant="secondary">
              <Ellipsis />
            </IconButton>
          }
        >
          <MenuGroup label="Task">
            <MenuItem icon={<LinkIcon />} onSelect={() => notify.success('Link copied')}>
              Copy link
            </MenuItem>
            <MenuItem icon={<Archive />} disabled onSelect={() => undefined}>
              Archive
            </MenuItem>
          </MenuGroup>
          <MenuSeparator />
          <MenuItem danger icon={<Trash2 />} onSelect={() => setAsking(true)}>
            Delete
          </MenuItem>
        </Menu>
        <Popover label="Filter" trigger={<Button>Popover</Button>} className="w-72 p-4">
          <PriorityField />
        </Popover>
        {SIZES.map((name) => (
          <Button key={name} onClick={() => setSize(name)}>
            Dialog {name}
          </Button>
        ))}
        <Button variant="danger" onClick={() => setAsking(true)}>
          Confirm
        </Button>
      </Line>
      <Dialog
        open={size !== null}
        onOpenChange={close}
        title="Create New Task"
        size={size ?? 'md'}
        form={{
          onSubmit: () => notify.success('Task created successfully'),
          submitLabel: 'Create Task',
        }}
      >
        <Fields />
      </Dialog>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Delete “Pricing page”?"
        confirmLabel="Delete"
        onConfirm={async () => {
          await new Promise((resolve) => setTimeout(resolve, 1000));
          notify.success('Task deleted');
        }}
      >
        Its 2 comments go with it.
      </ConfirmDialog>
    </Specimen>
  );
};

export const ToastSection = () => (
  <Specimen title="Toasts: 5 s for an error, 3 s for a success, 4 s otherwise, held while hovered">
    <Line>
      <Button
        onClick={() =>
          notify.success('Task moved successfully', { action: { label: 'Undo', onPress: () => undefined } })
        }
      >
        Success
      </Button>
      <Button onClick={() => notify.error('Failed to move task')}>Error</Button>
      <Button onClick={() => notify.info('Teo Álvarez deleted “Set up the status page”')}>Info</Button>
    </Line>
  </Specimen>
);
