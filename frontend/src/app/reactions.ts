import { applyInboxEvent, type InboxEvent } from '../features/notifications/applyInboxEvent';
import { NotificationChangedDocument } from '../features/notifications/NotificationChanged.generated';
import { setUnreadCount } from '../features/notifications/notificationCache';
import { evictHiddenColumns } from '../features/projects/columns/columnCache';
import { refetchColumnCounts } from '../features/tasks/board/refetchCounts';
import { refetchListCounts } from '../features/tasks/list/refetchCounts';
import { mergeInvalidations, type FeedReactions } from '../sync/feed/reactions';
import { activeQueries, refetchQuietly } from '../sync/feed/refetch';
import { applyChangeSet, type ChangeSet } from './applyChangeSet';
import { ChangesDocument } from './Changes.generated';

/** Queries that count objects; deleting and restoring changes them, too. */
const WITH_FIGURES = ['Dashboard', 'Trash', 'TaskGroups', 'ProjectCounts'];
/** Queries of the people of several projects, whose members are not in the cache. */
const WITH_PEOPLE = ['Team', 'TaskPeople'];
/** Queries that no change of a project touches. */
const NEVER_AFFECTED: readonly (string | undefined)[] = ['Me', 'UnreadCount', 'Notifications', 'UserLookup'];

const isOfTask = ({ entity }: ChangeSet['changes'][number]): boolean => entity === 'TASK';

/** How the features react to events of the feed (sync/feed). */
export const FEED_REACTIONS: FeedReactions<ChangeSet, InboxEvent> = {
  changes: {
    subscription: ChangesDocument,
    apply: (cache, set, isEcho) => {
      // An echo of this tab's write does not invalidate figures, because the cache already had the change.
      const isOwn = isEcho && set.changes.some(isOfTask);
      return mergeInvalidations(applyChangeSet(cache, set), { figures: isOwn, counts: isOwn });
    },
    refetch: {
      figures: (client) => {
        activeQueries(client, WITH_FIGURES).forEach(refetchQuietly);
        refetchListCounts(client);
      },
      counts: (client) => {
        activeQueries(client, ['TaskGroups']).forEach(refetchQuietly);
        refetchColumnCounts(client);
      },
      people: (client) => activeQueries(client, WITH_PEOPLE).forEach(refetchQuietly),
      lists: (client) => {
        evictHiddenColumns(client);
        activeQueries(client)
          .filter(({ queryName }) => !NEVER_AFFECTED.includes(queryName))
          .forEach(refetchQuietly);
      },
    },
  },
  inbox: {
    subscription: NotificationChangedDocument,
    apply: applyInboxEvent,
    applyAgain: (cache, { unreadCount }) => setUnreadCount(cache, unreadCount),
    queries: ['Notifications'],
  },
};
