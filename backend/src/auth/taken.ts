import { uniqueViolation } from '../kernel/databaseErrors.js';
import { invalid } from '../kernel/errors.js';

/** What is wrong with a person's data that the database refused, at its field. */
const TAKEN: Record<string, Record<string, string[]>> = {
  account_email_unique: { email: ['Email is already taken'] },
  account_username_unique: { username: ['Username is already taken'] },
};

/** Turns a refused duplicate into VALIDATION_FAILED; any other error goes on. */
export function refuseTaken(error: unknown): never {
  const fields = TAKEN[uniqueViolation(error) ?? ''];
  throw fields ? invalid(fields) : error;
}
