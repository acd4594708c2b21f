import { backOff } from '@contract/backOff';

/** The time limit of a connection attempt. */
const BEGIN_MS = 12_000;

export interface ConnectionEvents {
  onUp: () => void;
  onDown: () => void;
}

interface ReconnectOptions {
  /** Opens a connection; returns a function that closes it. */
  begin: (events: ConnectionEvents) => () => void;
  /** Called when the connection is up or lost. */
  onChange: (isUp: boolean) => void;
}

/**
 * Reopens a connection whenever it is lost, with a growing delay after each failure, or immediately when the network is
 * back or the tab is shown. Returns a function that stops it.
 */
export const keepConnected = ({ begin, onChange }: ReconnectOptions): (() => void) => {
  let end: (() => void) | null = null;
  let isUp = false;
  let failures = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let deadline: ReturnType<typeof setTimeout> | undefined;

  const finish = (): void => {
    clearTimeout(retry);
    clearTimeout(deadline);
    const last = end;
    end = null;
    last?.();
    if (isUp) {
      isUp = false;
      onChange(false);
    }
  };

  const live = (): void => {
    let isOver = false;
    const down = (): void => {
      if (isOver) return;
      isOver = true;
      finish();
      retry = setTimeout(live, backOff(failures));
      failures += 1;
    };
    const up = (): void => {
      if (isOver || isUp) return;
      clearTimeout(deadline);
      isUp = true;
      failures = 0;
      onChange(true);
    };
    deadline = setTimeout(down, BEGIN_MS);
    const endLife = begin({ onUp: up, onDown: down });
    if (isOver) endLife();
    else {
      end = () => {
        isOver = true;
        endLife();
      };
    }
  };

  const tryNow = (): void => {
    if (end) return;
    clearTimeout(retry);
    failures = 0;
    live();
  };
  // A socket may not notice that its network is gone. A server on this machine needs no network.
  const onOffline = (): void => {
    if (!isUp) return;
    finish();
    tryNow();
  };
  const onVisible = (): void => {
    if (document.visibilityState === 'visible') tryNow();
  };

  window.addEventListener('online', tryNow);
  window.addEventListener('offline', onOffline);
  document.addEventListener('visibilitychange', onVisible);
  live();
  return () => {
    window.removeEventListener('online', tryNow);
    window.removeEventListener('offline', onOffline);
    document.removeEventListener('visibilitychange', onVisible);
    finish();
  };
};
