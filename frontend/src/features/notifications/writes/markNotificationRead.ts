import { affectObjects, defineWrite } from '../../../sync/writes/defineWrite';
import { MarkNotificationReadDocument } from '../MarkNotificationRead.generated';
import { markRead } from '../notificationCache';

// Writes to the whole inbox cannot be queued, because they apply to its contents at that moment.
export const markNotificationRead = defineWrite({
  document: MarkNotificationReadDocument,
  show: (layer, { id, group }) => markRead(layer, id, { withGroup: group === true }),
  apply: (cache, _data, { id, group }) => markRead(cache, id, { withGroup: group === true }),
  queue: {
    effect: ({ id }) => affectObjects([id], ['read']),
    title: () => undefined,
    isDoneWhenGone: true,
  },
});
