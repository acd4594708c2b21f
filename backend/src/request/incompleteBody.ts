import { AppError } from '../platform/lib/errors.js';

/** Thrown when a body did not arrive completely; its client can send the rest. */
export class IncompleteBody extends AppError {
  constructor(message: string) {
    super('BAD_REQUEST', message);
  }
}
