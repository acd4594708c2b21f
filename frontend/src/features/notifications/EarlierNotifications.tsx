import { subjectOf } from '@contract/notificationKinds';
import { useFragment } from '@apollo/client/react';
import { useLocation } from 'react-router-dom';
import { Words } from '../comments/Sentences';
import { errorText } from '../../sync/client/errors';
import { usePageQuery } from '../../sync/client/usePageQuery';
import { formatShortDay, formatTime } from '../../lib/dates/format';
import { useNow } from '../../lib/useNow';
import { MorePages } from '../projects/ShowMore';
import { notificationsTexts } from '../../texts/notifications';
import { ErrorState } from '../../ui/ErrorState';
import { Link } from '../../ui/Link';
import { Spinner } from '../../ui/Spinner';
import { Time } from '../../ui/Time';
import { NotificationItemFragmentDoc } from './NotificationItem.generated';
import { EarlierNotificationsDocument } from './Notifications.generated';
import { writeNotificationText } from './sentence';
import { targetOf } from './target';
import type { ListedNotification } from './useNotifications';

/** An earlier notification of a group, in one or two lines. */
const EarlierRow = ({ notification, onOpen }: { notification: ListedNotification; onOpen: () => void }) => {
  const { data, complete } = useFragment({ fragment: NotificationItemFragmentDoc, from: notification });
  const location = useLocation();
  const now = useNow();
  if (!complete) return null;
  const single = { ...data, group: { ...data.group, size: 1 } };
  const { sentence, about } = writeNotificationText(single);
  const target = targetOf(single, location);
  const isToday = new Date(data.createdAt).toDateString() === now.toDateString();
  const words = (
    <>
      {!data.read && <span className="sr-only">{notificationsTexts.unread}</span>}
      <Words words={sentence} strong="font-medium text-ink-2" />
      {subjectOf(data.kind) === 'COMMENT' ? <span className="text-ink-2"> {about}</span> : null}
    </>
  );
  const wordsClass = 'line-clamp-2 min-w-0 flex-1 text-start wrap-anywhere';
  return (
    <li className="relative flex items-start gap-3 py-1.5 text-xs/4 text-ink-3 pointer-coarse:min-h-11">
      {target ? (
        <Link to={target} className={`${wordsClass} hover:text-ink`} onClick={onOpen}>
          {words}
        </Link>
      ) : (
        <p className={wordsClass}>{words}</p>
      )}
      <Time at={data.createdAt} className="flex-none">
        {isToday ? formatTime(data.createdAt) : formatShortDay(data.createdAt)}
      </Time>
    </li>
  );
};

interface EarlierNotificationsProps {
  id: string;
  /** The newest notification of the group, which is shown above. */
  newest: string;
  onOpen: () => void;
}

/** The earlier notifications of a group, page by page. */
export const EarlierNotifications = ({ id, newest, onOpen }: EarlierNotificationsProps) => {
  const { data, error, loading, fetchMore, readAgain } = usePageQuery(EarlierNotificationsDocument, {
    variables: { groupOf: newest },
  });
  const page = data?.notifications;
  const earlier = page?.nodes.filter((notification) => notification.id !== newest);
  return (
    <div id={id} className="relative col-span-2 col-start-2 mt-1 border-s border-line ps-3">
      {earlier ? (
        <ul>
          {earlier.map((notification) => (
            <EarlierRow key={notification.id} notification={notification} onOpen={onOpen} />
          ))}
        </ul>
      ) : error && !loading ? (
        <ErrorState message={errorText(error, notificationsTexts.failedToFetch)} onRetry={readAgain} />
      ) : (
        <Spinner />
      )}
      <MorePages of={page?.pageInfo} fetchMore={fetchMore} />
    </div>
  );
};
