import * as v from 'valibot';
import { RELATION_KINDS } from './enums.js';
import { idField } from './text.js';

const kindField = v.picklist(RELATION_KINDS, `Kind must be one of ${RELATION_KINDS.join(', ')}`);
const otherField = idField('Name the other task', 'The other task must be an id');

/** The first task blocks or duplicates the other one, or both are related. */
export const relateTasksSchema = v.object({ otherId: otherField, kind: kindField });

/** Without a kind, removes all relations between the two tasks. */
export const unrelateTasksSchema = v.object({ otherId: otherField, kind: v.nullish(kindField) });
