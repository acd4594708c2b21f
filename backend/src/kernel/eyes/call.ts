import type { ErrorCode } from '../../../contract/errors.js';

/** What becomes of a request: an error of the closed list, all well, or nobody waited for the answer. */
type Outcome = 'OK' | 'ABORTED' | ErrorCode;

/** What is being asked, in the words of a bounded set, for what counts and traces it. Whoever learns more says it here. */
export interface Call {
  interface: 'graphql' | 'rest' | 'page';
  /** An operation of our own client, a row of the REST table, a place of ours; `other` for all that a caller made up. */
  operation: string;
  outcome?: Outcome;
}

/** Places that are no interface. What else is asked for is the app's page, or not there. */
const PLACES = ['/assets', '/avatars', '/healthz', '/readyz'];

const isBelow = (path: string, place: string): boolean => path === place || path.startsWith(`${place}/`);

/** What is known of a request by its path alone. */
export function callAt(path: string): Call {
  if (isBelow(path, '/graphql')) return { interface: 'graphql', operation: 'other' };
  if (isBelow(path, '/api')) return { interface: 'rest', operation: 'other' };
  return { interface: 'page', operation: PLACES.find((place) => isBelow(path, place)) ?? 'other' };
}

/** What an answer without an error of ours came to. */
export function outcomeOf(status: number, isWhole: boolean): Outcome {
  if (!isWhole) return 'ABORTED';
  if (status < 400) return 'OK';
  return status === 503 ? 'UNAVAILABLE' : status >= 500 ? 'INTERNAL' : 'BAD_REQUEST';
}
