import { createListeners } from './store';

const listeners = createListeners(() => {
  window.addEventListener('online', listeners.notify);
  return () => window.removeEventListener('online', listeners.notify);
});

/** Called when the server was reached, or may be reachable again, so that failed requests can be repeated. */
export const notifyConnectionBack = listeners.notify;

/** Calls the listener when the connection may be back: the browser reports it, or a request has reached the server. */
export const onConnectionBack = listeners.subscribe;
