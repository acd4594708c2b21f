import { useEffect } from 'react';
import { Bell as BellIcon } from 'lucide-react';
import { useQuery } from '@apollo/client/react';
import { setTitleCount } from '../../lib/usePageTitle';
import { bellTexts } from '../../texts/bell';
import { CountBadge } from '../../ui/CountBadge';
import { IconButton } from '../../ui/IconButton';
import { lazyComponent, RenderNothing, useLazyOpener } from '../../ui/lazyComponent';
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
  const [wanted, opener] = useLazyOpener(NotificationsPopover);
  useEffect(() => {
    setTitleCount(unread);
    return () => setTitleCount(0);
  }, [unread]);

  const button = (
    <IconButton {...opener} label={bellTexts.bell(unread)} aria-haspopup="dialog" className="relative">
      <BellIcon />
      <CountBadge
        count={unread}
        className="pointer-coarse:top-1.5 pointer-coarse:start-5.5 max-md:top-1.5 max-md:start-5.5"
      />
    </IconButton>
  );
  return wanted ? <NotificationsPopover trigger={button} /> : button;
};
