import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from './logger.js';

/** What belongs to the request being served, for code that libraries call without a context (error formatting). */
export interface RequestScope {
  requestId: string;
  log: Logger;
}

export const requestScope = new AsyncLocalStorage<RequestScope>();
