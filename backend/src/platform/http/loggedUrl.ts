/** The pages of shared links: `/s/TOKEN`. */
export const SHARED_PATH = '/s';
/** Calendar feeds: `/calendar/TOKEN.ics`. The calendar's page is at the path itself. */
export const CALENDAR_PATH = '/calendar';

/** Files of tasks: `/files/ID/NAME?ticket=TICKET`. */
export const FILES_PATH = '/files';

/** Also paths below it are answered by GraphQL. */
const GRAPHQL_QUERY = /^\/graphql[/?]/;

/** The tokens of mailed links, and the code of a provider. */
const SECRET_QUERY = /[?&](?:token|invitation|code)=/;

/**
 * Returns the URL of a request for the log: without the token of a shared link, a calendar feed or a mailed link, the
 * ticket of a file, or a GraphQL query, whose variables can be tokens.
 */
export function loggedUrl(url: string): string {
  const path = url.toLowerCase();
  const secret = [SHARED_PATH, CALENDAR_PATH].find((place) => path.startsWith(`${place}/`));
  if (secret !== undefined) return `${secret}/…`;
  return path.startsWith(`${FILES_PATH}/`) || GRAPHQL_QUERY.test(path) || SECRET_QUERY.test(path)
    ? (url.split('?')[0] ?? '')
    : url;
}
