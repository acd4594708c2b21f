import * as v from 'valibot';
import { emailField, tokenField } from './auth.js';
import { PROJECT_ROLES } from './enums.js';

/** Input of an invitation. */
export const inviteMemberSchema = v.object({
  email: emailField,
  role: v.nullish(v.picklist(PROJECT_ROLES, 'Role must be OWNER or MEMBER'), 'MEMBER'),
});

/** Input of whoever has the link of an invitation. */
export const invitationTokenSchema = v.object({ token: tokenField('Token') });
