import { presentAttachment } from '../attachments/attachment.presenter.js';
import { readAttachment } from '../attachments/attachment.reads.js';
import { readChecklistItem } from '../checklist/checklist.reads.js';
import { readColumn } from '../columns/column.reads.js';
import { type CommentRow, commentLoader, readComment } from '../comments/comment.reads.js';
import { presentProject } from '../projects/project.presenter.js';
import { type ProjectRow, projectLoader } from '../projects/project.reads.js';
import { getProject } from '../projects/project.service.js';
import { readRelation } from '../relations/relation.reads.js';
import type { Context } from '../request/context.js';
import type { Loader } from '../request/loaders.js';
import type { Precondition } from '../request/precondition.js';
import { presentTask } from '../tasks/task.presenter.js';
import { type TaskRow, taskLoader } from '../tasks/task.reads.js';
import { getTask } from '../tasks/task.service.js';
import type { KindName } from '../write/changeLog.js';

/* Facts about each kind of objects for the APIs. A missing kind is a compile error. */

type ForEveryKind<Nodes extends Record<KindName, unknown>> = Nodes;

type NodeOf = ForEveryKind<{
  project: { type: 'Project'; node: ProjectRow };
  member: never;
  column: never;
  task: { type: 'Task'; node: TaskRow };
  task_relation: never;
  checklist_item: never;
  comment: { type: 'Comment'; node: CommentRow };
  attachment: never;
}>;
export type KindNode = NodeOf[KindName];

/** Loaders of the objects that the viewer may see; the most requested kinds first. */
export const NODE_LOADERS: { [Node in KindNode as Node['type']]: (ctx: Context) => Loader<Node['node']> } = {
  Task: taskLoader,
  Comment: commentLoader,
  Project: projectLoader,
};

/** Versioned objects: the path parameter of their id, and how REST presents one. */
export const VERSIONED: Readonly<
  Record<Precondition['table'], { param: string; present: (ctx: Context, id: string) => Promise<unknown> }>
> = {
  project: { param: 'id', present: async (ctx, id) => presentProject(ctx, await getProject(ctx, id)) },
  task: { param: 'id', present: async (ctx, id) => presentTask(ctx, await getTask(ctx, id)) },
  column: { param: 'id', present: readColumn },
  task_relation: { param: 'relationId', present: readRelation },
  comment: { param: 'id', present: readComment },
  attachment: { param: 'id', present: async (ctx, id) => presentAttachment(ctx, await readAttachment(ctx, id)) },
  checklist_item: { param: 'itemId', present: readChecklistItem },
};

/** The GraphQL types whose plain fields REST returns; null if REST differs from the type (`rest/answers.ts`). */
const ANSWERS = {
  project: null,
  member: null,
  column: 'Column',
  task: null,
  task_relation: 'TaskRelation',
  checklist_item: 'ChecklistItem',
  comment: 'Comment',
  attachment: null,
} as const satisfies Record<KindName, string | null>;
export type PlainAnswer = NonNullable<(typeof ANSWERS)[KindName]>;
export const PLAIN_ANSWERS: readonly PlainAnswer[] = Object.values(ANSWERS).filter((name) => name !== null);
