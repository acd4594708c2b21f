import { PreferenceSync } from '../features/account/settings/PreferenceSync';
import { Commands } from '../features/commands/Commands';
import { PushListener } from '../features/notifications/PushListener';
import { TagColors } from '../features/projects/tags/TagColors';
import { FileUploads } from '../features/tasks/files/FileUploads';
import { Live } from './Live';
import { Offline } from '../sync/persistence/Offline';

// A panel needs its commands when keys begin to work: otherwise a dialog would open beside it and close it.
export { PanelCommands } from '../features/commands/PanelCommands';
export { outboxSignOutGuard } from '../sync/outbox/signOut';
export { Outbox } from './Outbox';

/** Works on every page, and is loaded after the page has been painted. */
export const Background = () => (
  <>
    <Live />
    <PreferenceSync />
    <Commands />
    <Offline />
    <PushListener />
    <TagColors />
    <FileUploads />
  </>
);
