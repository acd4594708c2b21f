import type { ErrorCode } from '../../../contract/errors.js';

/** How a request ended: an error of the closed list, success, or aborted by the client. */
type Outcome = 'OK' | 'ABORTED' | ErrorCode;

/** A request's bounded labels for metrics and traces. Code that learns more updates them. */
export interface RequestLabel {
  interface: 'graphql' | 'rest' | 'mcp' | 'page';
  /**
   * An operation of our client, a REST row, a tool for agents, or a known path; otherwise `other`, because callers can
   * invent names.
   */
  operation: string;
  outcome?: Outcome;
}

/** Paths outside the APIs. Any other path is the app's page, or not found. */
const PATHS = ['/assets', '/avatars', '/files', '/healthz', '/readyz'];

const isBelow = (path: string, place: string): boolean => path === place || path.startsWith(`${place}/`);

export function labelPath(path: string): RequestLabel {
  if (isBelow(path, '/graphql')) return { interface: 'graphql', operation: 'other' };
  if (isBelow(path, '/api')) return { interface: 'rest', operation: 'other' };
  if (isBelow(path, '/mcp')) return { interface: 'mcp', operation: 'other' };
  return { interface: 'page', operation: PATHS.find((place) => isBelow(path, place)) ?? 'other' };
}

/** Returns the outcome of a response that is not one of our errors. */
export function toOutcome(status: number, isComplete: boolean): Outcome {
  if (!isComplete) return 'ABORTED';
  if (status < 400) return 'OK';
  return status === 503 ? 'UNAVAILABLE' : status >= 500 ? 'INTERNAL' : 'BAD_REQUEST';
}
