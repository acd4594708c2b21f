import * as v from 'valibot';
import { TASK_DUES, TASK_GROUPINGS, TASK_PRIORITIES, TASK_STATUSES } from './enums.js';
import { BULK_RUN, DUE_TIME, LIMITS } from './limits.js';
import { withReason } from './reasons.js';
import { repeatSchema } from './repeat.js';
import { ME, NONE } from './taskList.js';
import { isTimeZone } from './timeZone.js';
import {
  dayField,
  FIRST_DAY,
  idField,
  isDay,
  isMoment,
  isVisible,
  newIdField,
  optionalText,
  requiredText,
  storable,
} from './text.js';
import { UUID } from './uuid.js';
import { optionalFields, versionField } from './write.js';

const titleField = requiredText(
  'Title',
  LIMITS.taskTitleMax,
  `Title must be less than ${LIMITS.taskTitleMax} characters`,
);
const description = (max: number) =>
  optionalText('Description', max, `Description must be less than ${max} characters`);
const shortDescriptionField = description(LIMITS.taskDescriptionMax);
/** The description of a task that is changed, or created with others. */
export const descriptionField = description(LIMITS.taskTextMax);
const statusField = v.picklist(TASK_STATUSES, 'Status must be TODO, IN_PROGRESS, IN_REVIEW or DONE');
const priorityField = v.picklist(TASK_PRIORITIES, 'Priority must be LOW, MEDIUM, HIGH or URGENT');

const MIN_DUE = Date.UTC(1970, 0, 1);
const MAX_DUE = Date.UTC(10_000, 0, 1);
/** The years that PostgreSQL, JavaScript and ISO 8601 write alike. */
const inDueRange = withReason('outOfRange', (date: Date) => date.getTime() >= MIN_DUE && date.getTime() < MAX_DUE, {
  min: FIRST_DAY,
  max: '9999-12-31',
});

/** ISO 8601 with a zone from JSON, a Date from GraphQL. */
export const moment = (message: string) =>
  v.union(
    [
      v.date(),
      v.pipe(
        v.string(),
        v.isoTimestamp(),
        v.check(isMoment),
        v.transform((text) => new Date(text)),
      ),
    ],
    message,
  );

/** null removes the date. */
const dueDateField = v.nullable(
  v.pipe(
    moment('Due date must be a date and time with a zone, like 2026-11-27T17:00:00Z'),
    v.check(inDueRange, 'Due date is out of range'),
  ),
);

/** null removes the date. */
const dueDayField = v.nullable(dayField('Due day'));
const startDateField = v.nullable(dayField('Start date'));

const LOCAL_DUE = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2}))?$/;

/** Parses a local date with or without a time; null if the day does not exist. */
const localMoment = (text: string): Date | null => {
  if (!LOCAL_DUE.test(text)) return null;
  const [day = '', time = DUE_TIME] = text.split('T');
  const date = new Date(`${day}T${time}`);
  // the Date constructor moves a day that does not exist into the next month
  return Number.isNaN(date.getTime()) || date.getDate() !== Number(day.slice(8)) ? null : date;
};

/**
 * A form's due date in the user's time zone: '', '2026-11-27' or '2026-11-27T17:00'. Returns null, the day, or the moment of the
 * time.
 */
export const localDueField = v.pipe(
  v.optional(v.string(), ''),
  v.check(
    withReason('notADate', (text) => text === '' || localMoment(text) !== null),
    'Due date must be a day, like Nov 27 or 2026-11-27, with or without a time',
  ),
  v.transform((text) => ({ text, date: localMoment(text) })),
  v.check(
    withReason('outOfRange', ({ date }) => date === null || inDueRange(date), inDueRange.reason.params),
    'Due date is out of range',
  ),
  v.transform(({ text, date }) => (date !== null && isDay(text) ? text : (date?.toISOString() ?? null))),
);

export const tagField = v.pipe(
  v.string('Tags must be texts'),
  v.trim(),
  v.maxLength(LIMITS.tagMax, `A tag must be at most ${LIMITS.tagMax} characters`),
  // query strings separate tags by commas
  v.check(
    withReason('hasComma', (tag) => !tag.includes(',')),
    'A tag cannot contain a comma',
  ),
  storable('A tag'),
);

/** Keeps the order; removes blank and repeated tags. */
const tagsField = v.pipe(
  v.array(tagField, 'Tags must be a list of texts'),
  v.transform((tags) => [...new Set(tags.filter(isVisible))]),
  v.maxLength(LIMITS.tagsMax, `A task can have at most ${LIMITS.tagsMax} tags`),
);

const assigneeField = v.nullable(
  v.pipe(v.string('Assignee must be a user id'), v.regex(UUID, 'Assignee must be a user id'), v.toLowerCase()),
);

/** required: a new task has no default priority */
const choiceOfPriority = v.pipe(
  v.optional(v.string('Priority is required'), ''),
  v.picklist(TASK_PRIORITIES, 'Priority is required'),
);

const projectField = idField('Project is required', 'Project must be an id');

/** The column of a task; by default the first one of its status. */
const columnField = v.nullish(idField('Column must be an id'));

/** null for a task of the top level. */
const parentField = v.nullable(idField('Parent must be a task id'));

/** A new task goes to the end of its column. */
export const createTaskSchema = v.object({
  id: newIdField,
  title: titleField,
  description: shortDescriptionField,
  projectId: projectField,
  priority: choiceOfPriority,
  status: v.nullish(statusField, 'TODO'),
  columnId: columnField,
  dueDate: v.optional(dueDateField, null),
  dueDay: v.optional(dueDayField),
  startDate: v.optional(startDateField),
  tags: v.nullish(tagsField, []),
  assigneeId: v.optional(assigneeField, null),
  parentId: v.optional(parentField),
  repeat: v.optional(v.nullable(repeatSchema)),
});
export type CreateTaskInput = v.InferOutput<typeof createTaskSchema>;

/** Fields that a bulk change can set. */
const bulkFields = {
  status: statusField,
  priority: priorityField,
  dueDate: dueDateField,
  dueDay: dueDayField,
  startDate: startDateField,
  assigneeId: assigneeField,
};

/** Only the fields to change, and the version they are based on. */
export const updateTaskSchema = v.object({
  ...optionalFields({
    title: titleField,
    description: descriptionField,
    tags: tagsField,
    ...bulkFields,
  }),
  version: versionField,
});
export type UpdateTaskInput = v.InferOutput<typeof updateTaskSchema>;
/** The fields of a task that people can change. A due day is a value of the due date. */
export type TaskField = Exclude<keyof UpdateTaskInput, 'version' | 'dueDay'>;

export const updateTaskStatusSchema = v.object({ status: statusField, version: versionField });

/** null unassigns the task. */
export const assignTaskSchema = v.object({ assigneeId: assigneeField, version: versionField });

const neighborField = v.nullish(idField('A neighbor must be a task id'));

/** Input of a drop: the column or its status, and the new neighbors; no neighbor means the column's end. */
export const moveTaskSchema = v.object({
  status: v.nullish(statusField),
  columnId: columnField,
  afterId: neighborField,
  beforeId: neighborField,
});
export type MoveTaskInput = v.InferOutput<typeof moveTaskSchema>;

/** null makes it a task of the top level. */
export const setParentSchema = v.object({ parentId: parentField });

export const moveTaskToProjectSchema = v.object({ projectId: projectField });

/** The characters that separate typed tags: the commas of all scripts. */
export const TAG_SEPARATOR = /[,，、]/;

/** Splits typed tags; parts can be empty. */
export const splitTags = (typed: string): string[] => typed.split(TAG_SEPARATOR).map((tag) => tag.trim());

/** The create form: comma-separated tags, a local due date or '', and '' for no assignee. */
export const createTaskFormSchema = v.object({
  title: titleField,
  description: shortDescriptionField,
  projectId: idField('Project is required'),
  status: v.nullish(statusField, 'TODO'),
  priority: choiceOfPriority,
  assigneeId: v.pipe(
    v.optional(v.string(), ''),
    v.transform((id) => id || null),
    assigneeField,
  ),
  dueDate: localDueField,
  tags: v.pipe(v.optional(v.string(), ''), v.transform(splitTags), tagsField),
});

/** A bound of a range of times; null and undefined leave it open. */
export const timeBound = (what: string) =>
  v.nullish(moment(`${what} must be a date and time with a zone, like 2026-11-27T17:00:00Z`));

/** A list of values, one of which must match. */
const someField = <Item extends v.GenericSchema<string | undefined, string>>(item: Item, label: string) =>
  v.nullish(
    v.pipe(
      v.array(item, `${label} must be a list`),
      v.maxLength(LIMITS.pageMax, `At most ${LIMITS.pageMax} ${label.toLowerCase()}`),
    ),
  );

const dueField = v.picklist(TASK_DUES, `Due must be one of ${TASK_DUES.join(', ')}`);
const WITHIN = `completedWithinDays must be a whole number from 1 to ${LIMITS.withinDaysMax}`;
const wholeDays = v.pipe(
  v.number(WITHIN),
  v.integer(WITHIN),
  v.minValue(1, WITHIN),
  v.maxValue(LIMITS.withinDaysMax, WITHIN),
);
const NO_ZONE = 'timeZone must be the name of a time zone, like Europe/Berlin';
export const zoneField = v.pipe(
  v.string(NO_ZONE),
  v.maxLength(100, NO_ZONE),
  v.check(withReason('notATimeZone', isTimeZone), NO_ZONE),
);

/** A person, the viewer, or no one. */
const assigneeFilter = (message: string) => v.union([v.picklist([ME, NONE]), idField('')], message);

/** A task must match all given conditions. REST and GraphQL use the same names. */
export const taskFilterSchema = v.object({
  projectId: v.nullish(idField('Project must be an id')),
  projectIds: someField(idField('Projects must be ids'), 'Projects'),
  status: v.nullish(statusField),
  statuses: someField(statusField, 'Statuses'),
  columnIds: someField(idField('Columns must be ids'), 'Columns'),
  priorities: someField(priorityField, 'Priorities'),
  assigneeId: v.nullish(assigneeFilter(`Assignee must be a user id, "${ME}" or "${NONE}"`)),
  assigneeIds: someField(assigneeFilter(`Assignees must be user ids, "${ME}" or "${NONE}"`), 'Assignees'),
  creatorIds: someField(idField('Creators must be user ids'), 'Creators'),
  involving: v.nullish(idField('Involving must be a user id')),
  search: v.nullish(
    v.pipe(
      v.string('Search must be a text'),
      v.trim(),
      v.maxLength(LIMITS.searchMax, `Search must be at most ${LIMITS.searchMax} characters`),
      storable('Search'),
    ),
  ),
  parentId: v.nullish(v.union([v.picklist([NONE]), idField('')], `Parent must be a task id or "${NONE}"`)),
  blocked: v.nullish(v.boolean('Blocked must be true or false')),
  tag: v.nullish(tagField),
  tags: v.nullish(
    v.pipe(
      v.array(tagField, 'Tags must be a list'),
      v.maxLength(LIMITS.pageMax, `At most ${LIMITS.pageMax} tags`),
      v.transform((tags) => tags.filter((tag) => tag !== '')),
    ),
  ),
  archived: v.nullish(v.boolean('Archived must be true or false')),
  overdue: v.nullish(v.boolean('Overdue must be true or false')),
  due: v.nullish(dueField),
  dues: someField(dueField, 'Dues'),
  timeZone: v.nullish(zoneField),
  dueFrom: timeBound('A due bound'),
  dueTo: timeBound('A due bound'),
  dueDayFrom: v.nullish(dayField('dueDayFrom')),
  dueDayTo: v.nullish(dayField('dueDayTo')),
  startDateFrom: v.nullish(dayField('startDateFrom')),
  startDateTo: v.nullish(dayField('startDateTo')),
  updatedSince: timeBound('updatedSince'),
  completedFrom: timeBound('completedFrom'),
  completedTo: timeBound('completedTo'),
  completedWithinDays: v.nullish(wholeDays),
});
export type TaskFilter = v.InferOutput<typeof taskFilterSchema>;

export const taskGroupsSchema = v.object({
  groupBy: v.picklist(TASK_GROUPINGS, `groupBy must be one of ${TASK_GROUPINGS.join(', ')}`),
  timeZone: v.nullish(zoneField),
});
export type TaskGroupsInput = v.InferOutput<typeof taskGroupsSchema>;

/** A change applied to many tasks: the same fields for all, or deletion. */
const changeOfManyEntries = {
  ...optionalFields(bulkFields),
  addTags: v.nullish(tagsField),
  removeTags: v.nullish(tagsField),
  delete: v.nullish(v.boolean('delete must be true or false')),
};
export const changeOfManySchema = v.object(changeOfManyEntries);
export type ChangeOfMany = v.InferOutput<typeof changeOfManySchema>;

const idsField = (message: string) =>
  v.pipe(
    v.optional(v.array(idField(`${message} must be task ids`), `${message} must be a list`), []),
    v.transform((ids) => [...new Set(ids)]),
  );

export const bulkUpdateTasksSchema = v.object({
  ids: v.pipe(
    idsField('Ids'),
    v.minLength(1, 'Name at least one task'),
    v.maxLength(LIMITS.bulkMax, `At most ${LIMITS.bulkMax} tasks at once`),
  ),
  ...changeOfManyEntries,
  columnId: columnField,
  afterId: neighborField,
  beforeId: neighborField,
});

/** A change to all tasks that match the filter except the named ones. */
export const startBulkRunSchema = v.object({
  filter: v.nullish(taskFilterSchema, {}),
  except: v.nullish(
    v.pipe(
      idsField('Except'),
      v.maxLength(BULK_RUN.exceptMax, `At most ${BULK_RUN.exceptMax.toLocaleString('en')} tasks can be left out`),
    ),
    [],
  ),
  ...changeOfManyEntries,
});
