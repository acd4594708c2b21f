import { BULK_RUN, LIMITS } from '../../contract/limits.js';
import { repeatSchema } from '../../contract/repeat.js';
import {
  assignTaskSchema,
  bulkUpdateTasksSchema,
  createTaskSchema,
  moveTaskSchema,
  moveTaskToProjectSchema,
  startBulkRunSchema,
  updateTaskSchema,
  updateTaskStatusSchema,
} from '../../contract/tasks.js';
import { idInputOf, inputObjectOf, inputOf } from '../platform/graphql/inputOf.js';
import { count, oneTo } from '../platform/graphql/limitWords.js';
import { TaskFilterInput } from './task.types.js';

const TITLE = `${oneTo(LIMITS.taskTitleMax)}.`;
const VERSION =
  'The version this change was made from. CONFLICT if one of these fields was changed to a different value since then.';

const DUE_DAY =
  'The day on which it is due, like 2026-11-25, instead of `dueDate`, which becomes 18:00 of that day in your time zone ' +
  '(`Preferences.timeZone`). Null removes a due day; with a `dueDate`, it makes that time the due date.';

const FIELDS = {
  description: `Up to ${count(LIMITS.taskTextMax)} characters.`,
  dueDate: 'When it is due; null for no date. Its present value changes nothing, and another one clears `dueDay`.',
  dueDay: DUE_DAY,
  startDate: 'The day on which its work starts, like 2026-11-25, at the latest its due day; null for none.',
  tags: `All its tags: up to ${LIMITS.tagsMax} of up to ${LIMITS.tagMax} characters, without commas.`,
  assigneeId: 'A member of the project; null for unassigned.',
};

export const REPEAT_DESCRIPTIONS = {
  rule: 'A recurrence rule of RFC 5545 that is daily or coarser, without `COUNT` and `UNTIL`, like `FREQ=WEEKLY;BYDAY=TU`.',
  mode: 'From when on the next day is counted; `FROM_DUE` by default.',
  timeZone: 'The time zone of its days, for example Europe/Berlin.',
  until: 'The last day on which it can be due, like 2026-11-27; null for no end.',
  count: 'How many times it repeats in all, the first time included; null for no end.',
};

const RepeatInput = inputObjectOf('RepeatInput', 'How a task repeats.', {
  schema: repeatSchema,
  descriptions: REPEAT_DESCRIPTIONS,
});

/** Fields of a new task, created alone or with others. */
export const NEW_TASK = {
  ...FIELDS,
  id: 'A UUID that you choose for the task, so that a repeat is recognized.',
  title: TITLE,
  priority: 'How urgent it is.',
  status: 'Its status; TODO by default.',
  columnId: 'Its column, which also decides its status; by default the first column of the status.',
  parentId: 'The task of the same project that it is a subtask of; null or absent for the top level.',
  repeat: { type: RepeatInput, description: 'How it repeats; by default it does not.' },
};

export const CreateTaskInput = inputOf('CreateTask', {
  schema: createTaskSchema,
  descriptions: {
    ...NEW_TASK,
    description: `Up to ${count(LIMITS.taskDescriptionMax)} characters; \`updateTask\` and \`createTasks\` take longer ones.`,
    projectId: 'The project it belongs to.',
  },
});

export const UpdateTaskInput = inputOf('UpdateTask', {
  description: 'Input of `updateTask`: only the fields to change.',
  ids: { id: 'The task.' },
  schema: updateTaskSchema,
  descriptions: {
    ...FIELDS,
    title: TITLE,
    status: 'The status. A new one moves it to the first column of that status; the rank stays the same.',
    priority: 'How urgent it is.',
    version: VERSION,
  },
});

export const AssignTaskInput = inputOf('AssignTask', {
  ids: { id: 'The task.' },
  schema: assignTaskSchema,
  descriptions: { assigneeId: 'A member of the project; null for unassigned.', version: VERSION },
});

export const UpdateTaskStatusInput = inputOf('UpdateTaskStatus', {
  ids: { id: 'The task.' },
  schema: updateTaskStatusSchema,
  descriptions: {
    status: 'The status. A new one moves it to the first column of that status; the rank stays the same.',
    version: VERSION,
  },
});

export const MoveTaskInput = inputOf('MoveTask', {
  description: 'Input of `moveTask`. Without neighbors the task goes to the end of the column.',
  ids: { id: 'The task.' },
  schema: moveTaskSchema,
  descriptions: {
    status: 'Its new status. If it has another one now, it moves to the first column of the new status.',
    columnId: 'The column to move it to; of a deleted one, the column that got its tasks. Give this or `status`.',
    afterId: 'The task directly above; can be of another project. Ignored if it is deleted or not visible to you.',
    beforeId: 'The task directly below.',
  },
});

export const MoveTaskToProjectInput = inputOf('MoveTaskToProject', {
  ids: { id: 'The task.' },
  schema: moveTaskToProjectSchema,
  descriptions: { projectId: 'One of your projects. The task’s assignee must be a member of it.' },
});

const CHANGE_OF_MANY = {
  status: 'The status. Tasks with another one move to the first column of the new status.',
  priority: 'How urgent they are.',
  dueDate: 'When they are due; null removes the date.',
  dueDay: DUE_DAY,
  startDate: 'The day on which their work starts, at the latest their due days; null for none.',
  assigneeId: 'A member of all their projects; null for unassigned.',
  addTags: 'Tags to add.',
  removeTags: 'Tags to remove.',
  delete: 'true deletes the tasks.',
};

export const BulkUpdateTasksInput = inputOf('BulkUpdateTasks', {
  description: 'Input of `bulkUpdateTasks`: the same change to many tasks, or their deletion, in one step.',
  schema: bulkUpdateTasksSchema,
  descriptions: {
    ...CHANGE_OF_MANY,
    ids: `Up to ${LIMITS.bulkMax} tasks, of one or several projects.`,
    columnId: 'The column to move them to; all tasks must be of its project. Give this or `status`.',
    afterId: 'The task directly above their new place. They follow it in the order of `ids`.',
    beforeId: 'The task directly below their new place.',
  },
});

export const StartBulkRunInput = inputOf('StartBulkRun', {
  description: 'Input of `startBulkRun`: the same change to all tasks that match, or their deletion.',
  schema: startBulkRunSchema,
  descriptions: {
    ...CHANGE_OF_MANY,
    filter: {
      type: TaskFilterInput,
      description: `Selects up to ${count(BULK_RUN.max)} tasks. By default all of yours; to delete all of them, give {}.`,
    },
    except: `Up to ${count(BULK_RUN.exceptMax)} tasks to leave out.`,
  },
});

export const StopBulkRunInput = idInputOf('StopBulkRun', 'The run.');

export const DeleteTaskInput = idInputOf('DeleteTask', 'The task.');
