import { CloudOff, RefreshCw } from 'lucide-react';
import { liveTexts } from '../../texts/live';
import { useLiveStatus } from './liveStatus';

/** Shown in the frame while this tab is not up to date. */
export const LiveStatusLine = () => {
  const status = useLiveStatus();
  const Icon = status === 'offline' ? CloudOff : RefreshCw;
  return (
    // Always mounted, so that screen readers announce new text.
    <div
      role="status"
      className={status === 'live' ? 'sr-only' : 'flex-none px-4 print:hidden pb-1.5 text-xs text-caution-ink md:px-6'}
    >
      {status !== 'live' && (
        <p className="text-center">
          <Icon aria-hidden="true" className="me-1.5 inline size-3.5 stroke-2 align-[-2px]" />
          {status === 'offline'
            ? window.isSecureContext
              ? liveTexts.offline
              : liveTexts.offlineInsecure
            : liveTexts.catchingUp}
        </p>
      )}
    </div>
  );
};
