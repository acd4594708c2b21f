import { useRef, useState } from 'react';
import { useMutation, useQuery } from '@apollo/client/react';
import { Bell } from 'lucide-react';
import { Words } from '../comments/Sentences';
import { errorText, succeeds } from '../../sync/client/errors';
import { newId } from '../../sync/client/mutationId';
import { formatMoment } from '../../lib/dates/format';
import { useNow } from '../../lib/useNow';
import { notificationsTexts as texts } from '../../texts/notifications';
import { Button } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorState } from '../../ui/ErrorState';
import { Spinner } from '../../ui/Spinner';
import { MorePages } from '../projects/ShowMore';
import { writeNotificationText } from './sentence';
import {
  SnoozedNotificationsDocument,
  type SnoozedNotificationsQuery,
  SnoozeNotificationDocument,
} from './SnoozeNotification.generated';

/** Adds a page to a list that the cache does not keep. */
const withMore = (
  known: SnoozedNotificationsQuery,
  { fetchMoreResult: { notifications } }: { fetchMoreResult: SnoozedNotificationsQuery },
): SnoozedNotificationsQuery => ({
  notifications: { ...notifications, nodes: [...known.notifications.nodes, ...notifications.nodes] },
});

/** The snoozed notifications, each of which can be brought back now. */
export const SnoozedNotifications = () => {
  const { data, error, loading, refetch, fetchMore } = useQuery(SnoozedNotificationsDocument, {
    fetchPolicy: 'no-cache',
  });
  const [wake] = useMutation(SnoozeNotificationDocument);
  const now = useNow();
  const page = data?.notifications;

  const [woken, setWoken] = useState('');
  const list = useRef<HTMLUListElement>(null);

  const bringBack = async (id: string, index: number): Promise<void> => {
    const input = { id, until: null, group: true, mutationId: newId() };
    setWoken(id);
    if (await succeeds(wake({ variables: { input } }), texts.snooze.failed)) {
      await refetch().catch(() => undefined);
      // The focus goes to the next row, or to the last one.
      const buttons = list.current?.querySelectorAll('button');
      (buttons?.[index] ?? buttons?.[buttons.length - 1])?.focus();
    }
    setWoken('');
  };

  if (!page) {
    return error && !loading ? (
      <ErrorState
        message={errorText(error, texts.failedToFetch)}
        onRetry={() => void refetch().catch(() => undefined)}
      />
    ) : (
      <Spinner />
    );
  }
  if (page.nodes.length === 0) {
    return <EmptyState level={3} icon={<Bell className="size-8 stroke-[1.25]" />} title={texts.snooze.none} />;
  }
  return (
    <>
      <ul ref={list} className="grid">
        {page.nodes.map((notification, index) => (
          <li key={notification.id} className="flex items-center gap-3 py-2 pe-2 ps-4">
            <p className="min-w-0 flex-1">
              <span className="line-clamp-2 wrap-anywhere">
                <Words words={writeNotificationText(notification).sentence} strong="font-medium" />
              </span>
              {notification.snoozedUntil && (
                <span className="text-xs text-ink-3">
                  {texts.snooze.until(formatMoment(notification.snoozedUntil, now))}
                </span>
              )}
            </p>
            <Button
              size="md"
              pending={woken === notification.id}
              onClick={() => void bringBack(notification.id, index)}
            >
              {texts.snooze.bringBack}
            </Button>
          </li>
        ))}
      </ul>
      <MorePages of={page.pageInfo} fetchMore={(options) => fetchMore({ ...options, updateQuery: withMore })} />
    </>
  );
};
