import * as v from 'valibot';
import { DATE_ORDERS, IMPORT_FIELDS, IMPORT_SOURCES, TASK_STATUSES } from './enums.js';
import { IMPORTS } from './limits.js';
import { projectKeyField, projectNameField } from './projects.js';
import { withReason } from './reasons.js';
import { idField, newIdField, requiredText } from './text.js';

/** A name in the file (of a column, list or person), or the id of a project. */
const theirField = requiredText('The name in the file', IMPORTS.nameMax);

export const importNewProjectSchema = v.object(
  { name: projectNameField, key: v.nullish(projectKeyField) },
  'newProject must be an object',
);

/** The field that a column of a table is imported as. */
export const importFieldSchema = v.object(
  {
    column: theirField,
    field: v.picklist(IMPORT_FIELDS, `field must be one of ${IMPORT_FIELDS.join(', ')}`),
  },
  'Each field must be an object',
);

/** The target of a list's tasks: a column of the project, or a new column with this status. */
export const importListSchema = v.object(
  {
    theirs: theirField,
    columnId: v.nullish(idField('columnId must be a column id')),
    status: v.nullish(v.picklist(TASK_STATUSES, 'Status must be TODO, IN_PROGRESS, IN_REVIEW or DONE')),
  },
  'Each list must be an object',
);

export const importMappingSchema = v.object(
  {
    fields: v.exactOptional(
      v.nullable(
        v.pipe(v.array(importFieldSchema, 'fields must be a list'), v.maxLength(IMPORTS.columns, 'Too many columns')),
      ),
    ),
    lists: v.exactOptional(
      v.nullable(
        v.pipe(v.array(importListSchema, 'lists must be a list'), v.maxLength(IMPORTS.lists, 'Too many lists')),
      ),
    ),
    dateOrder: v.nullish(v.picklist(DATE_ORDERS, 'dateOrder must be DAY_FIRST or MONTH_FIRST')),
    archived: v.exactOptional(v.nullable(v.boolean('archived must be true or false'))),
    project: v.exactOptional(v.nullable(theirField)),
  },
  'mapping must be an object',
);
export type ImportMapping = v.InferOutput<typeof importMappingSchema>;

/** A person of the file, and the matching user here; null if there is none. */
export const importPersonSchema = v.object(
  { theirs: theirField, userId: v.nullable(idField('userId must be a user id')) },
  'Each person must be an object',
);

interface Goal {
  projectId?: unknown;
  newProject?: unknown;
  dryRun?: unknown;
}

const hasOneGoal = ({ projectId, newProject }: Goal): boolean => projectId == null || newProject == null;
const hasGoal = ({ projectId, newProject, dryRun }: Goal): boolean =>
  dryRun !== false || projectId != null || newProject != null;

/** An import into a project, or into a new one. A dry run needs neither. */
export const startImportSchema = v.pipe(
  v.object({
    id: newIdField,
    source: v.picklist(IMPORT_SOURCES, `source must be one of ${IMPORT_SOURCES.join(', ')}`),
    projectId: v.nullish(idField('Project must be an id')),
    newProject: v.nullish(importNewProjectSchema),
    fileOf: v.nullish(idField('fileOf must be the id of an import')),
    mapping: v.exactOptional(v.nullable(importMappingSchema)),
    people: v.exactOptional(
      v.nullable(
        v.pipe(v.array(importPersonSchema, 'people must be a list'), v.maxLength(IMPORTS.people, 'Too many people')),
      ),
    ),
    dryRun: v.exactOptional(v.nullable(v.boolean('dryRun must be true or false'))),
  }),
  v.forward(
    v.partialCheck(
      [['projectId'], ['newProject']],
      withReason('notTogether', hasOneGoal, { with: 'projectId' }),
      'Give a project or a new one, not both',
    ),
    ['newProject'],
  ),
  v.forward(
    v.partialCheck([['projectId'], ['newProject'], ['dryRun']], withReason('required', hasGoal), 'Choose a project'),
    ['projectId'],
  ),
);
export type StartImportInput = v.InferOutput<typeof startImportSchema>;
