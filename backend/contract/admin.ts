import * as v from 'valibot';
import { emailField, proofSchema } from './auth.js';
import { idField } from './text.js';

/** Who may create an account: anyone, those with an invitation, or those whom an administrator invites. */
export const SignUp = { open: 'open', invited: 'invited', closed: 'closed' } as const;
export type SignUp = keyof typeof SignUp;

export const AccountState = { ACTIVE: 'ACTIVE', SUSPENDED: 'SUSPENDED', LEAVING: 'LEAVING' } as const;
export type AccountState = keyof typeof AccountState;

/** Every action on another account requires proof of the administrator's identity. */
export const accountActSchema = proofSchema;

export const setAdminSchema = v.object({
  ...proofSchema.entries,
  isAdmin: v.boolean('isAdmin must be true or false'),
});

export const transferProjectsSchema = v.object({
  ...proofSchema.entries,
  newOwnerId: idField('New owner is required', 'New owner must be an id'),
  projectIds: v.exactOptional(
    v.nullable(
      v.pipe(
        v.array(idField('Project is required', 'Project must be an id'), 'projectIds must be a list'),
        v.maxLength(100, 'projectIds takes at most 100 projects'),
      ),
    ),
  ),
});

export const updateSettingsSchema = v.object({
  signUp: v.picklist(Object.values(SignUp), "signUp must be 'open', 'invited' or 'closed'"),
});

export const inviteAccountSchema = v.object({ email: emailField });

/** Terms of a search of accounts are cut to this length. */
export const ACCOUNT_SEARCH_MAX = 100;
