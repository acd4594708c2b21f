import * as v from 'valibot';
import { newPasswordField, tokenField } from './auth.js';
import { moment } from './tasks.js';
import { idField } from './text.js';

/** Without a view the link shows all tasks; without `expiresAt` it has no end; without a password everyone can open it. */
export const createShareLinkSchema = v.object({
  viewId: v.exactOptional(v.nullable(idField('View must be an id'))),
  expiresAt: v.exactOptional(
    v.nullable(moment('The expiry date must be a date and time with a zone, like 2026-11-27T17:00:00Z')),
  ),
  password: v.exactOptional(v.nullable(newPasswordField())),
  initials: v.exactOptional(v.nullable(v.boolean('Initials must be true or false'))),
});

const sharedEntries = {
  token: tokenField('Token'),
  key: v.exactOptional(v.nullable(tokenField('Key'))),
};

/** A link and, if it has a password, the key that opens it. */
export const sharedBoardSchema = v.object(sharedEntries);

export const openSharedLinkSchema = v.object({
  token: tokenField('Token'),
  password: v.pipe(v.optional(v.string('Password is required'), ''), v.nonEmpty('Password is required')),
});

export const sharedTasksSchema = v.object({
  ...sharedEntries,
  column: v.pipe(
    v.string('Column is required'),
    v.nonEmpty('Column is required'),
    v.maxLength(50, 'Column is required'),
  ),
  after: v.exactOptional(v.nullable(v.string('after must be a cursor'))),
});
