import { defineWrite } from '../../../sync/writes/defineWrite';
import { MarkNotificationReadDocument } from '../MarkNotificationRead.generated';
import { markRead } from '../notificationCache';

// The writes to the whole inbox cannot be queued: they mean the inbox of that moment.
export const markNotificationRead = defineWrite({
  document: MarkNotificationReadDocument,
  show: (layer, { id, group }) => markRead(layer, id, { withGroup: group === true }),
  apply: (cache, _data, { id, group }) => markRead(cache, id, { withGroup: group === true }),
  queue: {
    effect: ({ id }) => ({ objects: [id], needs: [], fields: ['read'], isNew: false }),
    title: () => undefined,
    isDoneWhenGone: true,
  },
});
