import { ALL_FIELDS, defineWrite } from '../../../sync/writes/defineWrite';
import { removeNotification } from '../notificationCache';
import { SnoozeNotificationDocument } from '../SnoozeNotification.generated';

export const snoozeNotification = defineWrite({
  document: SnoozeNotificationDocument,
  show: (layer, { id, group }) => removeNotification(layer, id, { withGroup: group === true }),
  apply: (cache, _data, { id, group }) => removeNotification(cache, id, { withGroup: group === true }),
  queue: {
    effect: ({ id }) => ({ objects: [id], needs: [], fields: [ALL_FIELDS], isNew: false }),
    title: () => undefined,
    hides: ({ id }) => [`Notification:${id}`],
    isDoneWhenGone: true,
  },
});
