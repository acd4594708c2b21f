/** The pages of shared links: `/s/TOKEN`. */
export const SHARED_PATH = '/s';
/** Calendar feeds: `/calendar/TOKEN.ics`. The calendar's page is at the path itself. */
export const CALENDAR_PATH = '/calendar';

/** Returns the URL of a request for the log: without the token of a shared link or a calendar feed, which alone opens it. */
export function loggedUrl(url: string): string {
  const path = url.toLowerCase();
  const secret = [SHARED_PATH, CALENDAR_PATH].find((place) => path.startsWith(`${place}/`));
  return secret === undefined ? url : `${secret}/…`;
}
