import * as v from 'valibot';
import { TASK_PRIORITIES } from '@contract/enums';
import { createTaskFormSchema } from '@contract/tasks';
import { toLocalDue } from '../../lib/dueWords';

const texts = { title: v.string(), description: v.string(), tags: v.string() };
/** As people write it, made what the contract takes; it says what is wrong with what is not understood. */
const dueText = v.pipe(
  v.string(),
  v.transform((text) => toLocalDue(text)),
);
const priorityChoice = v.picklist(['', ...TASK_PRIORITIES]);

/** The form of a new task: what it holds, then what the contract makes of it. */
export const createFormSchema = v.pipe(
  v.object({ ...texts, dueDate: dueText, projectId: v.string(), priority: priorityChoice }),
  v.transform((fields): v.InferInput<typeof createTaskFormSchema> => fields),
  createTaskFormSchema,
);
export type CreateFields = v.InferInput<typeof createFormSchema>;

/** An empty form. */
export const emptyTask: CreateFields = {
  title: '',
  description: '',
  projectId: '',
  priority: 'MEDIUM',
  dueDate: '',
  tags: '',
};
