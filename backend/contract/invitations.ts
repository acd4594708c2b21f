import * as v from 'valibot';
import { emailField, tokenField } from './auth.js';
import { roleField } from './projects.js';

export const inviteMemberSchema = v.object({
  email: emailField,
  role: v.nullish(roleField, 'MEMBER'),
});

export const invitationTokenSchema = v.object({ token: tokenField('Token') });
