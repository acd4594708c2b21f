import { PreferenceSync } from '../features/account/settings/PreferenceSync';
import { Commands } from '../features/commands/Commands';
import { PushListener } from '../features/notifications/PushListener';
import { TagColors } from '../features/projects/tags/TagColors';
import { FileUploads } from '../features/tasks/files/FileUploads';
import { Live } from './Live';
import { Offline } from '../sync/persistence/Offline';

// Loaded before keys work, because otherwise a dialog would open beside the panel and close it.
export { PanelCommands } from '../features/commands/PanelCommands';
export { outboxSignOutGuard } from '../sync/outbox/signOut';
export { Outbox } from './Outbox';

/** The parts of the frame that work on every page, loaded after the page has been painted. */
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
