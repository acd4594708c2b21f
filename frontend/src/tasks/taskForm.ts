import * as v from 'valibot';
import { TASK_PRIORITIES, TASK_STATUSES, type TaskPriority, type TaskStatus } from '@contract/enums';
import { createTaskFormSchema } from '@contract/tasks';
import { toDateTimeInput } from '../lib/dates';

const texts = { title: v.string(), description: v.string(), dueDate: v.string(), tags: v.string() };
const priorityChoice = v.picklist(['', ...TASK_PRIORITIES]);

/** The form of a new task: what it holds, then what the contract makes of it. */
export const createFormSchema = v.pipe(
  v.object({ ...texts, projectId: v.string(), priority: priorityChoice }),
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

const editRules = v.object({
  ...v.omit(createTaskFormSchema, ['projectId']).entries,
  status: v.picklist(TASK_STATUSES),
  assigneeId: v.pipe(
    v.string(),
    v.transform((id) => id || null),
  ),
});

/** The form of a task that exists; '' stands for no assignee. */
export const editFormSchema = v.pipe(
  v.object({ ...texts, priority: priorityChoice, status: v.picklist(TASK_STATUSES), assigneeId: v.string() }),
  v.transform((fields): v.InferInput<typeof editRules> => fields),
  editRules,
);
export type EditFields = v.InferInput<typeof editFormSchema>;
export type EditOutput = v.InferOutput<typeof editFormSchema>;

interface EditedTask {
  title: string;
  description: string;
  status: TaskStatus;
  priority: TaskPriority;
  dueDate: string | null;
  tags: readonly string[];
  assigneeId: string | null;
}

/** A task as the form holds it. */
export const toEditFields = (task: EditedTask): EditFields => ({
  title: task.title,
  description: task.description,
  status: task.status,
  priority: task.priority,
  dueDate: toDateTimeInput(task.dueDate),
  tags: task.tags.join(', '),
  assigneeId: task.assigneeId ?? '',
});

/** Only the fields that were changed, as the server takes them. */
export const toPatch = (names: readonly (keyof EditFields)[], output: EditOutput): Partial<EditOutput> =>
  Object.fromEntries(names.map((name) => [name, output[name]]));

/** Field names as people read them. */
export const TASK_LABELS: Record<keyof EditFields, string> = {
  title: 'Title',
  description: 'Description',
  status: 'Status',
  priority: 'Priority',
  dueDate: 'Due Date',
  tags: 'Tags',
  assigneeId: 'Assignee',
};
