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

/** The editable fields of an API token. Absent or null `projectIds` mean all projects of its user. */
export const apiTokenEntries = {
  name: requiredText('Name', API_TOKENS.nameMax),
  scope: v.picklist(TOKEN_SCOPES, 'Scope must be READ or WRITE'),
  projectIds: v.exactOptional(v.nullable(projectIdsField)),
};

export const createApiTokenSchema = v.object({
  ...apiTokenEntries,
  expiresAt: moment('The expiry date must be a date and time with a zone, like 2026-11-27T17:00:00Z'),
  ...proofSchema.entries,
});
