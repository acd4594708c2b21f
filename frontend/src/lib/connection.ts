import { createListeners } from './store';

const listeners = createListeners(() => {
  window.addEventListener('online', listeners.notify);
  return () => window.removeEventListener('online', listeners.notify);
});

/** The server was reached, or may be reached again: what failed for want of a connection is worth another try. */
export const noteConnection = listeners.notify;

/** Calls the listener whenever the connection may be back: the browser says so, or a request has reached the server. */
export const onConnectionBack = listeners.subscribe;
