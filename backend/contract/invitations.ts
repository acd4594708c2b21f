import * as v from 'valibot';
import { emailField, tokenField } from './auth.js';
import { PROJECT_ROLES } from './enums.js';

export const inviteMemberSchema = v.object({
  email: emailField,
  role: v.nullish(v.picklist(PROJECT_ROLES, 'Role must be OWNER or MEMBER'), 'MEMBER'),
});

export const invitationTokenSchema = v.object({ token: tokenField('Token') });
