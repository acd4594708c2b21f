/** What the frame says while this tab is not up to date. */
export const liveTexts = {
  offline:
    'You are offline. You can read; changes need a connection. What you write is kept, and sent from an open task when you are back.',
  catchingUp: 'Catching up…',
};
