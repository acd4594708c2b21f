import { addComment } from '../features/comments/writes/addComment';
import { deleteComment } from '../features/comments/writes/deleteComment';
import { updateComment } from '../features/comments/writes/updateComment';
import { deleteNotification } from '../features/notifications/writes/deleteNotification';
import { markNotificationRead } from '../features/notifications/writes/markNotificationRead';
import { createProject } from '../features/projects/writes/createProject';
import { updateProject } from '../features/projects/writes/updateProject';
import { showEmptyBoard } from '../features/tasks/board/showEmptyBoard';
import { addItem } from '../features/tasks/checklist/writes/addItem';
import { addItems } from '../features/tasks/checklist/writes/addItems';
import { deleteItem } from '../features/tasks/checklist/writes/deleteItem';
import { moveItem } from '../features/tasks/checklist/writes/moveItem';
import { updateItem } from '../features/tasks/checklist/writes/updateItem';
import { formatField } from '../features/tasks/model/fields';
import { bulkUpdateTasks } from '../features/tasks/writes/bulkUpdateTasks';
import { createTask } from '../features/tasks/writes/createTask';
import { createTasks } from '../features/tasks/writes/createTasks';
import { deleteTask } from '../features/tasks/writes/deleteTask';
import { moveTask } from '../features/tasks/writes/moveTask';
import { updateTask } from '../features/tasks/writes/updateTask';
import type { OutboxParts } from '../sync/outbox/outbox';
import { extendOptimisticUpdate, findWriteIn } from '../sync/writes/defineWrite';
import type { WriteName } from '../texts/writes';

/**
 * The writes that can be queued, by the name of their GraphQL operation, which is also their name in stored queues. All other
 * writes need a connection; docs/design/offline.md says why.
 */
export const WRITES = {
  CreateTask: createTask,
  CreateTasks: createTasks,
  UpdateTask: updateTask,
  MoveTask: moveTask,
  BulkUpdateTasks: bulkUpdateTasks,
  DeleteTask: deleteTask,
  AddChecklistItem: addItem,
  AddChecklistItems: addItems,
  UpdateChecklistItem: updateItem,
  MoveChecklistItem: moveItem,
  DeleteChecklistItem: deleteItem,
  AddComment: addComment,
  UpdateComment: updateComment,
  DeleteComment: deleteComment,
  MarkNotificationRead: markNotificationRead,
  DeleteNotification: deleteNotification,
  CreateProject: extendOptimisticUpdate(createProject, showEmptyBoard),
  UpdateProject: updateProject,
} satisfies Record<WriteName, { queue: object }>;

export const OUTBOX_PARTS: OutboxParts = { findWrite: findWriteIn(WRITES), formatField };
