/** What the frame says while this tab is not up to date. */
export const liveTexts = {
  offline: 'You are offline. Changes will appear when you are back.',
  catchingUp: 'Catching up…',
};
