import { useFragment } from '@apollo/client/react';
import { Check, Clock, Download, NotebookPen, X, type LucideIcon } from 'lucide-react';
import { Link, useLocation } from 'react-router-dom';
import { EXPORT_PATH, pathOfSeveral } from '@contract/notificationPath';
import { Words } from '../comments/Sentences';
import { formatFull, formatTime } from '../lib/dates';
import { cx } from '../lib/cx';
import { taskSearch } from '../tasks/taskUrl';
import { notificationsTexts } from '../texts/notifications';
import { Avatar } from '../ui/Avatar';
import { IconButton } from '../ui/IconButton';
import { NotificationItemFragmentDoc, type NotificationItemFragment } from './NotificationItem.generated';
import { said } from './sentence';
import type { ListedNotification } from './useNotifications';

interface NotificationRowProps {
  notification: ListedNotification;
  onOpen: () => void;
  onRead: (id: string) => void;
  onRemove: (id: string) => void;
}

/** Where the thing is that it tells of; null when that is gone, or when there never was one. */
const targetOf = (
  { kind, count, task, project }: NotificationItemFragment,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
): string | null => {
  if (kind === 'EXPORT_READY') return EXPORT_PATH;
  if (count > 1) return pathOfSeveral(kind, project?.id);
  if (!task) return project && `/projects/${project.id}`;
  // On the board the task opens over it, with the filter that is set there.
  return pathname === '/board' || !project
    ? `/board${taskSearch(pathname === '/board' ? search : '', task.id)}`
    : `/projects/${project.id}${taskSearch('', task.id)}`;
};

/** What stands in place of a person where nobody did it; by itself it was the clock. */
const MARKS: Partial<Record<NotificationItemFragment['kind'], LucideIcon>> = {
  EXPORT_READY: Download,
  NOTE: NotebookPen,
};

/** One notification under its day: pressed it is read, and what it is about opens. */
export const NotificationRow = ({ notification, onOpen, onRead, onRemove }: NotificationRowProps) => {
  const { data, complete } = useFragment({ fragment: NotificationItemFragmentDoc, from: notification });
  const location = useLocation();
  if (!complete) return null;
  const { id, kind, read, createdAt, actor } = data;
  const Mark = MARKS[kind] ?? Clock;
  const target = targetOf(data, location);
  const { sentence, about } = said(data);
  const press = (): void => {
    if (!read) onRead(id);
    if (target) onOpen();
  };
  const words = (
    <>
      {!read && <span className="sr-only">{notificationsTexts.unread}</span>}
      <Words words={sentence} strong="name" />
    </>
  );
  const wordsClass = 'note-words wrap-anywhere';
  return (
    <li data-notification={id} className={cx('note', !read && 'note-unread')}>
      {actor ? (
        <Avatar user={actor} size={28} decorative className="row-span-2 mt-0.5" />
      ) : (
        <span aria-hidden="true" className="row-span-2 mt-0.5 grid size-7 place-items-center rounded-full bg-fill-2">
          <Mark className="size-3.5 stroke-2 text-ink-2" />
        </span>
      )}
      {target ? (
        <Link
          to={target}
          state={kind === 'EXPORT_READY' ? { isWanted: true } : undefined}
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
      <time dateTime={createdAt} title={formatFull(createdAt)} className="text-xs/5 text-ink-3">
        {formatTime(createdAt)}
      </time>
      {about && <span className="note-about truncate text-xs/4 text-ink-3">{about}</span>}
      <span className="note-acts">
        {!read && (
          <IconButton
            label={notificationsTexts.markRead}
            title={notificationsTexts.markRead}
            size="sm"
            className="note-read"
            onClick={() => onRead(id)}
          >
            <Check />
          </IconButton>
        )}
        <IconButton
          label={notificationsTexts.deleteNotification}
          title={notificationsTexts.delete}
          size="sm"
          onClick={() => onRemove(id)}
        >
          <X />
        </IconButton>
      </span>
    </li>
  );
};
