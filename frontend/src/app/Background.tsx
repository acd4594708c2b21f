import { useEffect, useState } from 'react';
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

/** In the order in which they start. */
const PARTS = [Commands, Live, PreferenceSync, Offline, PushListener, TagColors, FileUploads];

/**
 * The parts of the frame that work on every page, loaded after the page has been painted. Each starts in a task of its
 * own, because all together would block a slow phone.
 */
export const Background = () => {
  const [started, setStarted] = useState(1);
  useEffect(() => {
    if (started >= PARTS.length) return undefined;
    const timer = setTimeout(() => setStarted(started + 1));
    return () => clearTimeout(timer);
  }, [started]);
  return PARTS.slice(0, started).map((Part, index) => <Part key={index} />);
};
