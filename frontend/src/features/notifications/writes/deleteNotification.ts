import { affectObjects, defineWrite } from '../../../sync/writes/defineWrite';
import { DeleteNotificationDocument } from '../DeleteNotification.generated';
import { removeNotification } from '../notificationCache';

export const deleteNotification = defineWrite({
  document: DeleteNotificationDocument,
  show: (layer, { id, group }) => removeNotification(layer, id, { withGroup: group === true }),
  apply: (cache, _data, { id, group }) => removeNotification(cache, id, { withGroup: group === true }),
  hides: ({ id }) => [`Notification:${id}`],
  queue: {
    effect: ({ id }) => affectObjects([id]),
    title: () => undefined,
    isDoneWhenGone: true,
  },
});
