import { useRef, useState } from 'react';
import { AlarmClock, Bell, CheckCheck, Ellipsis, Trash2 } from 'lucide-react';
import { errorText } from '../../sync/client/errors';
import { formatMoment, groupByDay } from '../../lib/dates/format';
import { useNow } from '../../lib/useNow';
import { ShowMore } from '../projects/ShowMore';
import { notificationsTexts as texts } from '../../texts/notifications';
import { notify } from '../../ui/notify';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorState } from '../../ui/ErrorState';
import { IconButton } from '../../ui/IconButton';
import { Menu, MenuItem } from '../../ui/Menu';
import { Skeleton } from '../../ui/Skeleton';
import { NotificationRow } from './NotificationRow';
import { useNotificationActions } from './useNotificationActions';
import { SnoozedNotifications } from './SnoozedNotifications';
import { useNotifications } from './useNotifications';

const NotificationsSkeleton = () => (
  <div role="status">
    <span className="sr-only">{texts.loading}</span>
    {[1, 2, 3, 4].map((key) => (
      <div key={key} className="grid grid-cols-[1.75rem_minmax(0,1fr)] items-center gap-x-3 gap-y-2 py-3 pe-3 ps-5">
        <Skeleton round className="row-span-2 size-7" />
        <Skeleton className="w-3/4" />
        <Skeleton className="w-2/5" />
      </div>
    ))}
  </div>
);

interface NotificationsPanelProps {
  /** A notification was opened, so its subject is shown instead. */
  onLeave: () => void;
  onClear: () => void;
}

/** The notifications by day and in groups, with their actions. */
export const NotificationsPanel = ({ onLeave, onClear }: NotificationsPanelProps) => {
  const { notifications, unreadCount, error, loading, hasMore, loadMore, retry } = useNotifications();
  const { markRead, markAllRead, remove, snooze } = useNotificationActions();
  const [showsSnoozed, showSnoozed] = useState(false);
  const now = useNow();
  const list = useRef<HTMLDivElement>(null);

  /** Moves the focus to the next row, or to the previous one, so that a removed row does not take the focus with it. */
  const leaveRow = (id: string): void => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-notification]') ?? [])];
    const index = rows.findIndex((row) => row.dataset.notification === id);
    const neighborRow = rows[index + 1] ?? rows[index - 1];
    (neighborRow?.querySelector<HTMLElement>('a, button') ?? list.current)?.focus();
  };
  const readRow = (id: string): void => {
    // The pressed button is removed.
    list.current?.querySelector<HTMLElement>(`[data-notification="${CSS.escape(id)}"] :is(a, button)`)?.focus();
    void markRead(id, true);
  };
  const removeRow = (id: string): void => {
    leaveRow(id);
    void remove(id, true);
  };
  const snoozeRow = async (id: string, until: Date): Promise<void> => {
    leaveRow(id);
    if (await snooze(id, until)) notify.success(texts.snooze.done(formatMoment(until.toISOString(), new Date())));
  };

  return (
    <>
      <header className="flex flex-none items-center gap-2 border-b border-line py-2 pe-2 ps-3">
        <h2 className="text-sm">{showsSnoozed ? texts.snooze.show : texts.title}</h2>
        {unreadCount > 0 && <span className="min-w-0 truncate text-ink-3">{texts.unreadCount(unreadCount)}</span>}
        <span className="flex-1" />
        {notifications && (
          <Menu
            align="end"
            trigger={
              <IconButton label={texts.more} size="sm">
                <Ellipsis />
              </IconButton>
            }
          >
            <MenuItem icon={<CheckCheck />} disabled={unreadCount === 0} onSelect={() => void markAllRead()}>
              {texts.markAllRead}
            </MenuItem>
            <MenuItem icon={<AlarmClock />} onSelect={() => showSnoozed(!showsSnoozed)}>
              {showsSnoozed ? texts.snooze.hide : texts.snooze.show}
            </MenuItem>
            <MenuItem icon={<Trash2 />} danger disabled={notifications.length === 0} onSelect={onClear}>
              {texts.clearAll}
            </MenuItem>
          </Menu>
        )}
      </header>
      <div ref={list} tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-1 outline-none">
        {showsSnoozed ? (
          <SnoozedNotifications />
        ) : notifications && notifications.length > 0 ? (
          groupByDay(notifications, ({ createdAt }) => createdAt, now).map(({ day, items }) => (
            <section key={day} aria-label={day}>
              <h3 className="menu-label font-normal">{day}</h3>
              <ul>
                {items.map((notification) => (
                  <NotificationRow
                    key={notification.group.id}
                    notification={notification}
                    onOpen={onLeave}
                    onRead={readRow}
                    onRemove={removeRow}
                    onSnooze={(id, until) => void snoozeRow(id, until)}
                  />
                ))}
              </ul>
            </section>
          ))
        ) : notifications ? (
          <EmptyState level={3} icon={<Bell className="size-8 stroke-[1.25]" />} title={texts.empty} />
        ) : error && !loading ? (
          <ErrorState message={errorText(error, texts.failedToFetch)} onRetry={retry} />
        ) : (
          <NotificationsSkeleton />
        )}
        {hasMore && !showsSnoozed && <ShowMore loadMore={loadMore} />}
      </div>
    </>
  );
};
