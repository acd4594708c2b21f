import * as v from 'valibot';
import type { ChangeEntity } from './enums.js';
import { UNDO } from './limits.js';
import { idField } from './text.js';

const REVISION = 'Revision must be a whole number from 1';
/** Revisions are int4 in PostgreSQL. */
const HIGHEST = 2 ** 31 - 1;

export const actSchema = v.object(
  {
    projectId: idField('Project is required', 'Project must be a project id'),
    revision: v.pipe(v.number(REVISION), v.integer(REVISION), v.minValue(1, REVISION), v.maxValue(HIGHEST, REVISION)),
  },
  'Each act must be an object',
);

/** The change sets to undo, as writes return them in `revisions`. */
export const undoSchema = v.object({
  acts: v.pipe(
    v.optional(v.array(actSchema, 'Acts must be a list'), []),
    v.minLength(1, 'Name at least one act'),
    v.maxLength(UNDO.acts, `At most ${UNDO.acts} acts at once`),
  ),
});

/** A reason why an undo is refused: a field that has changed since, or an object added later. */
export interface UndoConflict {
  entity: Lowercase<ChangeEntity>;
  /** The object's id; for a membership, the user's. */
  id: string;
  field: string;
  /** The value that the change set left; null if none. */
  mine: unknown;
  /** The current value. */
  now: unknown;
}
