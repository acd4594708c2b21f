import * as v from 'valibot';
import { UNDO } from './limits.js';
import { idField } from './text.js';

const REVISION = 'Revision must be a whole number from 1';
/** Revisions are an int4 of PostgreSQL. */
const HIGHEST = 2 ** 31 - 1;

const actSchema = v.object(
  {
    projectId: idField('Project is required', 'Project must be a project id'),
    revision: v.pipe(v.number(REVISION), v.integer(REVISION), v.minValue(1, REVISION), v.maxValue(HIGHEST, REVISION)),
  },
  'Each act must be an object',
);

/** Input of undoing: the change sets to take back, as writes answer them by `revisions`. */
export const undoSchema = v.object({
  acts: v.pipe(
    v.optional(v.array(actSchema, 'Acts must be a list'), []),
    v.minLength(1, 'Name at least one act'),
    v.maxLength(UNDO.acts, `At most ${UNDO.acts} acts at once`),
  ),
});

/** What stands in the way of an undo: a field that is not as the act left it, or what was added to what it made. */
export interface UndoConflict {
  /** 'project', 'member', 'task' or 'comment'. */
  entity: string;
  /** Which object; of a membership, the person. */
  id: string;
  field: string;
  /** What the act left there; null where there was nothing. */
  mine: unknown;
  /** What stands there now. */
  now: unknown;
}
