import type { Reactions } from './kernel/command.js';
import { notifyOfChanges, notifyOfRun } from './notifications/notify.js';
import { endInvitations } from './projects/invitation.service.js';
import { keepSets } from './tasks/bulkRun.service.js';
import { unassignOpenTasks } from './tasks/task.service.js';

/** What rooms do within the commands of rooms further left; all there is of it, in the order in which it is done. */
export const reactions: Reactions = {
  changed: [endInvitations, keepSets, notifyOfChanges],
  memberRemoved: [unassignOpenTasks],
  bulkRunEnded: [notifyOfRun],
};
