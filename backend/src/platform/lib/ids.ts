import { v7 } from 'uuid';
import { isUuid } from '../../../contract/uuid.js';
import { badRequest } from './errors.js';

/** A new UUID version 7 (RFC 9562), so that ids sort by creation time. */
export const newId = (): string => v7();

/** Parses an id and folds it to lower case; throws BAD_REQUEST if it is not a UUID. */
export function parseId(value: unknown): string {
  if (!isUuid(value)) throw badRequest('Malformed id');
  return value.toLowerCase();
}
