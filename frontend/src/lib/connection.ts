const listeners = new Set<() => void>();

/** The server was reached, or may be reached again: what failed for want of a connection is worth another try. */
export const noteConnection = (): void => {
  for (const tell of listeners) tell();
};

/** Hears each time that the connection may be back: from the browser, or from whoever reaches the server. */
export const onConnectionBack = (listener: () => void): (() => void) => {
  if (listeners.size === 0) window.addEventListener('online', noteConnection);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('online', noteConnection);
  };
};
