import { useEffect } from 'react';
import { Bell as BellIcon } from 'lucide-react';
import { useQuery } from '@apollo/client/react';
import { setTitleCount } from '../../lib/usePageTitle';
import { bellTexts } from '../../texts/bell';
import { CountBadge } from '../../ui/CountBadge';
import { IconButton } from '../../ui/IconButton';
import { lazyComponent, RenderNothing, useLazyLoad } from '../../ui/lazyComponent';
import { UnreadCountDocument } from './UnreadCount.generated';

const NotificationsPopover = lazyComponent(() => import('./NotificationsPopover'), 'NotificationsPopover', {
  Failed: RenderNothing,
  preload: true,
});

/** The number of unread notifications, updated by live events. */
const useUnreadCount = (): number => {
  const { data, previousData } = useQuery(UnreadCountDocument);
  return (data ?? previousData)?.notifications.unreadCount ?? 0;
};

/** The button in the bar that shows the number of unread notifications and opens them. */
export const Bell = () => {
  const unread = useUnreadCount();
  const [wanted, want] = useLazyLoad(NotificationsPopover);
  useEffect(() => {
    setTitleCount(unread);
    return () => setTitleCount(0);
  }, [unread]);

  // Loads the list when the person is likely to open it.
  const prepare = (): void => void NotificationsPopover.load();
  const button = (
    <IconButton
      label={bellTexts.bell(unread)}
      aria-haspopup="dialog"
      className="relative"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it replaces the pressed button, and takes over its focus
      autoFocus={wanted}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => void want()}
    >
      <BellIcon />
      <CountBadge
        count={unread}
        className="pointer-coarse:top-1.5 pointer-coarse:start-5.5 max-md:top-1.5 max-md:start-5.5"
      />
    </IconButton>
  );
  if (!wanted) return button;
  return <NotificationsPopover trigger={button} />;
};
