import * as v from 'valibot';
import { addCommentSchema } from './comments.js';
import { BULK_CREATE } from './limits.js';
import { withReason } from './reasons.js';
import { createTaskSchema, descriptionField } from './tasks.js';

const { projectId: projectField, ...taskEntries } = createTaskSchema.entries;

export const newCommentSchema = v.object({ text: addCommentSchema.entries.text }, 'Each comment must be an object');

const commentsField = v.pipe(
  v.array(newCommentSchema, 'Comments must be a list'),
  v.maxLength(BULK_CREATE.commentsOfTask, `A new task can have at most ${BULK_CREATE.commentsOfTask} comments`),
);

export const newTaskSchema = v.object(
  { ...taskEntries, description: descriptionField, comments: v.nullish(commentsField, []) },
  'Each task must be an object',
);

/** Input of a bulk create: tasks of one project in their order, each with its comments. */
export const createTasksSchema = v.object({
  projectId: projectField,
  tasks: v.pipe(
    v.optional(v.array(newTaskSchema, 'Tasks must be a list'), []),
    v.minLength(1, 'Name at least one task'),
    v.maxLength(BULK_CREATE.tasks, `At most ${BULK_CREATE.tasks} tasks at once`),
    v.check(
      withReason(
        'tooManyComments',
        (tasks) => tasks.reduce((sum, { comments }) => sum + comments.length, 0) <= BULK_CREATE.comments,
        { max: BULK_CREATE.comments },
      ),
      `At most ${BULK_CREATE.comments.toLocaleString('en')} comments at once`,
    ),
  ),
});
export type NewTask = v.InferOutput<typeof newTaskSchema>;
