/** What is said of a sign-in that exists. The doors have files of their own, so that each page loads only its words. */
export const sessionTexts = {
  expired: 'Session expired. Please login again.',
  failedToLoad: 'Failed to load user',
  failedToSignOut: 'Failed to sign out',
};
