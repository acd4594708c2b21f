import type { Response } from 'express';

/** Returns a signal that aborts if the client disconnects before it has the whole response. */
export function abortOnDisconnect(response: Response): AbortSignal {
  const abandoned = new AbortController();
  // aborting also captures a stack, so a completed response does not abort
  response.once('close', () => response.writableFinished || abandoned.abort());
  return abandoned.signal;
}
