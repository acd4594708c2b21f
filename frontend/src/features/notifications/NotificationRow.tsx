import { isReminder, type NotificationSubject, subjectOf } from '@contract/notificationKinds';
import { useId, useState } from 'react';
import { useFragment } from '@apollo/client/react';
import { AlarmClock, Check, Clock, Download, Ellipsis, NotebookPen, X, type LucideIcon } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import { Words } from '../comments/Sentences';
import { formatTime } from '../../lib/dates/format';
import { useNow } from '../../lib/useNow';
import { cx } from '../../lib/cx';
import { notificationsTexts } from '../../texts/notifications';
import { Avatar } from '../../ui/Avatar';
import { IconButton } from '../../ui/IconButton';
import { Link } from '../../ui/Link';
import { Menu, MenuGroup, MenuItem } from '../../ui/Menu';
import { Time } from '../../ui/Time';
import { EarlierNotifications } from './EarlierNotifications';
import { NotificationItemFragmentDoc } from './NotificationItem.generated';
import { writeNotificationText } from './sentence';
import { snoozeTimes } from './snoozeTimes';
import { targetOf } from './target';
import type { ListedNotification } from './useNotifications';

interface NotificationRowProps {
  /** The newest notification of a group. */
  notification: ListedNotification;
  onOpen: () => void;
  onRead: (id: string) => void;
  onRemove: (id: string) => void;
  onSnooze: (id: string, until: Date) => void;
}

/** Icons in place of the avatar, for notifications that no person caused, most of which are scheduled. */
const MARKS: Readonly<Record<NotificationSubject, LucideIcon>> = {
  PROJECT: Clock,
  TASK: Clock,
  COMMENT: Clock,
  EXPORT: Download,
  NOTE: NotebookPen,
};

const SnoozeItems = ({ onSnooze }: { onSnooze: (until: Date) => void }) => (
  <MenuGroup label={notificationsTexts.snooze.label}>
    {snoozeTimes(useNow()).map(({ label, until }) => (
      <MenuItem key={label} icon={<AlarmClock />} onSelect={() => onSnooze(until)}>
        {label}
      </MenuItem>
    ))}
  </MenuGroup>
);

/** A group of notifications, under the day of the newest one. A press marks it as read and opens its subject. */
export const NotificationRow = ({ notification, onOpen, onRead, onRemove, onSnooze }: NotificationRowProps) => {
  const { data, complete } = useFragment({ fragment: NotificationItemFragmentDoc, from: notification });
  const location = useLocation();
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  if (!complete) return null;
  const { id, kind, createdAt, actor, group } = data;
  const isUnread = group.unreadCount > 0;
  const Mark = MARKS[subjectOf(kind)];
  const target = targetOf(data, location);
  const { sentence, about } = writeNotificationText(data);
  const press = (): void => {
    if (isUnread) onRead(id);
    if (target) onOpen();
  };
  const words = (
    <>
      {isUnread && <span className="sr-only">{notificationsTexts.unread}</span>}
      <Words words={sentence} strong="name" />
    </>
  );
  // The minimum height of a target next to another one
  const wordsClass = 'notification-text line-clamp-3 min-h-6 wrap-anywhere';

  return (
    <li data-notification={id} className={cx('notification', isUnread && 'notification-unread')}>
      {actor && !(isReminder(kind) && group.size > 1) ? (
        <Avatar user={actor} size={28} decorative className="row-span-2 mt-0.5" />
      ) : (
        <span aria-hidden="true" className="row-span-2 mt-0.5 grid size-7 place-items-center rounded-full bg-fill-2">
          <Mark className="size-3.5 stroke-2 text-ink-2" />
        </span>
      )}
      {target ? (
        <Link
          to={target}
          state={subjectOf(kind) === 'EXPORT' ? { isWanted: true } : undefined}
          className={wordsClass}
          onClick={press}
        >
          {words}
        </Link>
      ) : (
        <button type="button" className={wordsClass} onClick={press}>
          {words}
        </button>
      )}
      <Time at={createdAt} className="text-xs/5 text-ink-3">
        {formatTime(createdAt)}
      </Time>
      {(about || group.size > 1) && (
        <span className="notification-subject flex min-w-0 items-center gap-2 text-xs/4 text-ink-3">
          {about && (
            <span dir="auto" className="min-w-0 truncate">
              {about}
            </span>
          )}
          {group.size > 1 && (
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={isOpen ? listId : undefined}
              className="relative z-1 -my-1 flex-none rounded-xs py-1 font-medium text-ink-2 hover:text-ink pointer-coarse:-my-3.5 pointer-coarse:py-3.5"
              onClick={() => setOpen(!isOpen)}
            >
              {notificationsTexts.earlier(group.size - 1)}
            </button>
          )}
        </span>
      )}
      <span className="notification-actions">
        <span className="notification-buttons">
          {isUnread && (
            <IconButton
              label={notificationsTexts.markRead}
              title={notificationsTexts.markRead}
              size="sm"
              onClick={() => onRead(id)}
            >
              <Check />
            </IconButton>
          )}
          <Menu
            align="end"
            trigger={
              <IconButton label={notificationsTexts.snooze.label} title={notificationsTexts.snooze.label} size="sm">
                <AlarmClock />
              </IconButton>
            }
          >
            <SnoozeItems onSnooze={(until) => onSnooze(id, until)} />
          </Menu>
          <IconButton
            label={notificationsTexts.deleteNotification}
            title={notificationsTexts.delete}
            size="sm"
            onClick={() => onRemove(id)}
          >
            <X />
          </IconButton>
        </span>
        <span className="notification-menu">
          <Menu
            align="end"
            trigger={
              <IconButton label={notificationsTexts.actsOf} size="sm">
                <Ellipsis />
              </IconButton>
            }
          >
            {isUnread && (
              <MenuItem icon={<Check />} onSelect={() => onRead(id)}>
                {notificationsTexts.markRead}
              </MenuItem>
            )}
            <SnoozeItems onSnooze={(until) => onSnooze(id, until)} />
            <MenuItem icon={<X />} onSelect={() => onRemove(id)}>
              {notificationsTexts.delete}
            </MenuItem>
          </Menu>
        </span>
      </span>
      {isOpen && group.size > 1 && <EarlierNotifications id={listId} newest={id} onOpen={onOpen} />}
    </li>
  );
};
