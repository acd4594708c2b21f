/** The pages of shared links: `/s/TOKEN`. */
export const SHARED_PATH = '/s';

/** Returns the URL of a request for the log: without the token of a shared link, which alone opens it. */
export const loggedUrl = (url: string): string =>
  url.toLowerCase().startsWith(`${SHARED_PATH}/`) ? `${SHARED_PATH}/…` : url;
