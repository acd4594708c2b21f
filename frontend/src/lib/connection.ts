import { createListeners } from './store';

const listeners = createListeners(() => {
  window.addEventListener('online', listeners.notify);
  return () => window.removeEventListener('online', listeners.notify);
});

/** The server was reached, or may be reached again: what failed for want of a connection is worth another try. */
export const noteConnection = listeners.notify;

/** Calls the listener each time that the connection may be back: from the browser, or from whoever reaches the server. */
export const onConnectionBack = listeners.subscribe;
