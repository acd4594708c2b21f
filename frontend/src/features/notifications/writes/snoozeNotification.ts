import { defineWrite } from '../../../sync/writes/defineWrite';
import { removeNotification } from '../notificationCache';
import { SnoozeNotificationDocument } from '../SnoozeNotification.generated';

// It needs a connection, because its time may have passed when a queue is sent.
export const snoozeNotification = defineWrite({
  document: SnoozeNotificationDocument,
  show: (layer, { id, group }) => removeNotification(layer, id, { withGroup: group === true }),
  apply: (cache, _data, { id, group }) => removeNotification(cache, id, { withGroup: group === true }),
  hides: ({ id }) => [`Notification:${id}`],
});
