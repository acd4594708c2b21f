import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { type RawBuilder, sql } from 'kysely';
import { ChangeEntity } from '../../contract/enums.js';
import { presentAttachment } from '../attachments/attachment.presenter.js';
import { feedAttachmentLoader, getAttachmentTaskId } from '../attachments/attachment.reads.js';
import { AttachmentType } from '../attachments/attachment.types.js';
import { feedChecklistItemLoader, getItemTaskId } from '../checklist/checklist.reads.js';
import { ChecklistItemType } from '../checklist/checklist.types.js';
import { readFeedColumn } from '../columns/column.reads.js';
import { ColumnType } from '../columns/column.types.js';
import { feedCommentLoader, getCommentTaskId } from '../comments/comment.reads.js';
import { CommentType } from '../comments/comment.types.js';
import { feedMemberLoader } from '../projects/member.reads.js';
import { describeEnum, orNull } from '../platform/graphql/describe.js';
import { presentMember, presentProject } from '../projects/project.presenter.js';
import { ProjectMemberType, ProjectType } from '../projects/project.types.js';
import { feedRelationLoader, readRelatedIds } from '../relations/relation.reads.js';
import { TaskRelationType } from '../relations/relation.types.js';
import type { Context } from '../request/context.js';
import { defineLoader, keyIn } from '../request/loaders.js';
import { presentTask } from '../tasks/task.presenter.js';
import { feedTaskLoader } from '../tasks/task.reads.js';
import { TaskType } from '../tasks/task.types.js';
import type { KindName } from '../write/changeLog.js';
import type { EventChange } from './eventChanges.js';
import { ChangeType } from './feed.types.js';

/* The feed's rules for each kind of object. A new kind without an entry in each of these does not compile. */

describeEnum(ChangeEntity, 'ChangeEntity', 'The kinds of objects in the log of a project.', {
  PROJECT: 'The project itself.',
  MEMBER: 'A membership; its entity id is the id of the person.',
  COLUMN: 'A column of the board.',
  TASK: 'A task.',
  TASK_RELATION: 'A relation between two tasks.',
  CHECKLIST_ITEM: 'An item of a task’s checklist.',
  COMMENT: 'A comment.',
  ATTACHMENT: 'A file of a task.',
});

/** The total bytes of the long texts of the object of `line` and of its task. */
const TEXT_SIZES: Readonly<Record<KindName, RawBuilder<unknown> | null>> = {
  project: null,
  member: null,
  column: null,
  task: sql`select octet_length(t.description) from task t where t.id = line.entity_id`,
  task_relation: sql`
    select octet_length(t.description) + octet_length(o.description) from task_relation r
    join task t on t.id = r.task_id join task o on o.id = r.other_id where r.id = line.entity_id`,
  checklist_item: sql`
    select octet_length(t.description) from checklist_item i join task t on t.id = i.task_id where i.id = line.entity_id`,
  attachment: sql`
    select octet_length(t.description) from attachment f join task t on t.id = f.task_id where f.id = line.entity_id`,
  comment: sql`
    select octet_length(k.text) + octet_length(t.description)
    from comment k join task t on t.id = k.task_id where k.id = line.entity_id`,
};

export const OBJECT_SIZE: RawBuilder<number> = sql<number>`coalesce(case line.entity ${sql.join(
  Object.entries(TEXT_SIZES).flatMap(([kind, size]) => (size ? [sql`when ${sql.lit(kind)} then (${size})`] : [])),
  sql` `,
)} end, 0)`;

type TaskIdReader = (ctx: Context, change: EventChange) => Promise<string | null>;
const noTaskId: TaskIdReader = () => Promise.resolve(null);

const TASK_ID_READERS: Readonly<Record<ChangeEntity, TaskIdReader>> = {
  PROJECT: noTaskId,
  MEMBER: noTaskId,
  COLUMN: noTaskId,
  TASK: (_ctx, { entityId }) => Promise.resolve(entityId),
  TASK_RELATION: async (ctx, { entityId, event }) =>
    (await readRelatedIds(ctx, keyIn(event.projectId, entityId)))?.taskId ?? null,
  CHECKLIST_ITEM: (ctx, { entityId, event }) => getItemTaskId(ctx, keyIn(event.projectId, entityId)),
  COMMENT: (ctx, { entityId, event }) => getCommentTaskId(ctx, keyIn(event.projectId, entityId)),
  ATTACHMENT: (ctx, { entityId, event }) => getAttachmentTaskId(ctx, keyIn(event.projectId, entityId)),
};

/** Loads the parent of a task, which can be deleted, and the tasks that it blocks, for the feed. */
const neighborLoader = defineLoader<string[]>(async (ctx, keys) => {
  const pairs = keys.map((key) => key.split(':'));
  const { rows } = await sql<{ projectId: string; id: string; other: string }>`
    with wanted as (
      select * from unnest(${pairs.map(([id]) => id)}::uuid[], ${pairs.map(([, id]) => id)}::uuid[]) as w(project_id, id))
    select w.project_id as "projectId", w.id, t.parent_id as other from wanted w
      join task t on t.id = w.id and t.project_id = w.project_id and t.parent_id is not null
    union
    select w.project_id, w.id, r.other_id from wanted w
      join task_relation r on r.task_id = w.id and r.kind = 'BLOCKS' and r.project_id = w.project_id`.execute(
    ctx.em.getKysely(),
  );
  const found = Map.groupBy(rows, ({ projectId, id }) => keyIn(projectId, id));
  return new Map([...found].map(([key, others]) => [key, others.map(({ other }) => other)]));
});

type OtherIdsReader = (ctx: Context, change: EventChange) => Promise<readonly string[]>;
const noOtherIds: OtherIdsReader = () => Promise.resolve([]);

/** The ids of other tasks whose counts depend on the object. */
const OTHER_ID_READERS: Readonly<Record<ChangeEntity, OtherIdsReader>> = {
  PROJECT: noOtherIds,
  MEMBER: noOtherIds,
  COLUMN: noOtherIds,
  TASK: async (ctx, { entityId, event, fields }) => {
    const others = (await neighborLoader(ctx).load(keyIn(event.projectId, entityId))) ?? [];
    const [before] = fields['parentId'] ?? [];
    return typeof before === 'string' ? [...others, before] : others;
  },
  TASK_RELATION: async (ctx, { entityId, event }) => {
    const related = await readRelatedIds(ctx, keyIn(event.projectId, entityId));
    return related ? [related.taskId, related.otherId] : [];
  },
  CHECKLIST_ITEM: noOtherIds,
  COMMENT: noOtherIds,
  ATTACHMENT: noOtherIds,
};

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;
/** The API's field names for the objects of a change. */
type ObjectField = CamelCase<KindName>;

/** Loads the object of a change of this kind, and reads the log up to the version of the object (see `readTo`). */
const ofKind =
  <Found extends { version: number }>(kind: ChangeEntity, load: (ctx: Context, key: string) => Promise<Found | null>) =>
  async (ctx: Context, { entity, entityId, event }: EventChange) => {
    const found = entity === kind ? await load(ctx, keyIn(event.projectId, entityId)) : null;
    if (found) await event.readTo(found.version);
    return found;
  };

/** Loads the current object of a change; null if it is of another kind or was deleted. */
const loadObject = {
  /** Also returns the task of a comment, a checklist item or a file, and the first task of a relation. */
  async task(ctx: Context, change: EventChange) {
    const { event } = change;
    const taskId = await TASK_ID_READERS[change.entity](ctx, change);
    const task = taskId == null ? null : await feedTaskLoader(ctx).load(keyIn(event.projectId, taskId));
    if (task) await event.readTo(task.version);
    return task;
  },

  checklistItem: ofKind('CHECKLIST_ITEM', (ctx, key) => feedChecklistItemLoader(ctx).load(key)),
  taskRelation: ofKind('TASK_RELATION', (ctx, key) => feedRelationLoader(ctx).load(key)),
  comment: ofKind('COMMENT', (ctx, key) => feedCommentLoader(ctx).load(key)),
  attachment: ofKind('ATTACHMENT', (ctx, key) => feedAttachmentLoader(ctx).load(key)),
  column: ofKind('COLUMN', readFeedColumn),

  member: async (ctx: Context, { entity, entityId, event }: EventChange) =>
    entity === 'MEMBER' ? feedMemberLoader(ctx).load(keyIn(event.projectId, entityId)) : null,

  project: (_ctx: Context, { entity, event }: EventChange) =>
    Promise.resolve(entity === 'PROJECT' ? event.project : null),
} satisfies Record<ObjectField, (ctx: Context, change: EventChange) => Promise<object | null>>;

export async function presentObjects(ctx: Context, change: EventChange): Promise<Record<ObjectField, unknown>> {
  const [task, taskRelation, checklistItem, comment, attachment, column, member, project] = await Promise.all([
    loadObject.task(ctx, change),
    loadObject.taskRelation(ctx, change),
    loadObject.checklistItem(ctx, change),
    loadObject.comment(ctx, change),
    loadObject.attachment(ctx, change),
    loadObject.column(ctx, change),
    loadObject.member(ctx, change),
    loadObject.project(ctx, change),
  ]);
  return {
    task: task && (await presentTask(ctx, task)),
    taskRelation,
    checklistItem,
    comment,
    attachment: attachment && presentAttachment(ctx, attachment),
    column,
    member: member && (await presentMember(ctx, member)),
    project: project && (await presentProject(ctx, project)),
  };
}

/** The current object of a change; null if it is of another kind or was deleted. */
@Resolver(() => ChangeType)
export class ChangeFields implements Record<ObjectField, (change: EventChange, ctx: Context) => unknown> {
  @FieldResolver(() => TaskType, {
    nullable: true,
    description:
      'The task as it is now, or the task of the comment, the checklist item, the file or the relation; null if deleted.',
  })
  task(@Root() change: EventChange, @Ctx() ctx: Context) {
    return loadObject.task(ctx, change);
  }

  @FieldResolver(() => [TaskType], {
    description:
      'Other tasks whose counts can have changed with it: the parent of a task, before and after, the tasks that it blocks, ' +
      'and both tasks of a relation. Without deleted ones.',
  })
  async affected(@Root() change: EventChange, @Ctx() ctx: Context) {
    const { event } = change;
    const ids = new Set(await OTHER_ID_READERS[change.entity](ctx, change));
    const tasks = await Promise.all([...ids].map((id) => feedTaskLoader(ctx).load(keyIn(event.projectId, id))));
    const found = tasks.filter((task) => task !== null);
    for (const { version } of found) await event.readTo(version);
    return found;
  }

  @FieldResolver(() => TaskRelationType, {
    nullable: true,
    description: 'The relation as it is now; null if it was removed or one of its tasks was deleted.',
  })
  taskRelation(@Root() change: EventChange, @Ctx() ctx: Context) {
    return loadObject.taskRelation(ctx, change);
  }

  @FieldResolver(() => ChecklistItemType, orNull('The checklist item as it is now; null if deleted.'))
  checklistItem(@Root() change: EventChange, @Ctx() ctx: Context) {
    return loadObject.checklistItem(ctx, change);
  }

  @FieldResolver(() => CommentType, orNull('The comment as it is now; null if deleted.'))
  comment(@Root() change: EventChange, @Ctx() ctx: Context) {
    return loadObject.comment(ctx, change);
  }

  @FieldResolver(() => AttachmentType, orNull('The file as it is now; null if deleted.'))
  attachment(@Root() change: EventChange, @Ctx() ctx: Context) {
    return loadObject.attachment(ctx, change);
  }

  @FieldResolver(() => ColumnType, orNull('The column as it is now; null if deleted.'))
  column(@Root() change: EventChange, @Ctx() ctx: Context) {
    return loadObject.column(ctx, change);
  }

  @FieldResolver(() => ProjectMemberType, orNull('The membership as it is now; null if it ended.'))
  member(@Root() change: EventChange, @Ctx() ctx: Context) {
    return loadObject.member(ctx, change);
  }

  @FieldResolver(() => ProjectType, orNull('The project as it is now; null if deleted.'))
  project(@Root() change: EventChange, @Ctx() ctx: Context) {
    return loadObject.project(ctx, change);
  }
}

export const OBJECT_FIELDS = Object.keys(loadObject);
