/** What the frame says while this tab is not up to date. */
export const liveTexts = {
  offline: 'You are offline. What you change is kept on this device and sent when you are back.',
  /** Where the address is not HTTPS, browsers give a page no means to keep changes. */
  offlineInsecure:
    'You are offline. You can read; changes need a connection. On HTTPS they could wait on this device until you are back.',
  catchingUp: 'Catching up…',
};
