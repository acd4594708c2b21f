import * as v from 'valibot';
import { proofSchema } from './auth.js';
import { TOKEN_SCOPES } from './enums.js';
import { API_TOKENS } from './limits.js';
import { moment } from './tasks.js';
import { idField, requiredText } from './text.js';

const projectIdsField = v.pipe(
  v.array(idField('projectIds must be project ids'), 'projectIds must be a list'),
  v.transform((ids) => [...new Set(ids)]),
  v.minLength(1, 'Choose at least one project'),
  v.maxLength(API_TOKENS.projectsMax, `At most ${API_TOKENS.projectsMax} projects`),
);

/** What one chooses of a token for programs. Null or no projects mean all of the person's, whichever those are. */
export const apiTokenEntries = {
  name: requiredText('Name', API_TOKENS.nameMax),
  scope: v.picklist(TOKEN_SCOPES, 'Scope must be READ or WRITE'),
  projectIds: v.exactOptional(v.nullable(projectIdsField)),
};

/** Input of a new token for programs: what it is for, until when, and the proof that it is the person who makes it. */
export const createApiTokenSchema = v.object({
  ...apiTokenEntries,
  expiresAt: moment('The end must be a date and time with a zone, like 2026-11-27T17:00:00Z'),
  ...proofSchema.entries,
});
