import type { ErrorCode } from '../../contract/errors.js';
import { AppError } from '../platform/lib/errors.js';

/** Thrown when a body did not arrive completely; its client can send the rest. */
export class IncompleteBody extends AppError {
  /** `retryAfter` is in seconds. */
  constructor(message: string, code: ErrorCode = 'BAD_REQUEST', retryAfter?: number) {
    super(code, message, retryAfter === undefined ? {} : { retryAfter });
  }
}
