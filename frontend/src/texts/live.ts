/** What the frame says while this tab is not up to date. */
export const liveTexts = {
  offline: 'You’re offline. Changes are saved here and synced when you’re back.',
  /** Where the address is not HTTPS, browsers give a page no means to keep changes. */
  offlineInsecure: 'You’re offline. Reconnect to make changes.',
  catchingUp: 'Catching up…',
};
