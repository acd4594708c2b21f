import { v7 } from 'uuid';
import { isUuid } from '../../contract/uuid.js';
import { badRequest } from './errors.js';

/** A new id: UUID version 7 (RFC 9562), so that ids sort by the time they were made. */
export const newId = (): string => v7();

/** The id that names the object of a call, folded to lower case; BAD_REQUEST when it is not a UUID. */
export function parseId(value: unknown): string {
  if (!isUuid(value)) throw badRequest('Malformed id');
  return value.toLowerCase();
}
