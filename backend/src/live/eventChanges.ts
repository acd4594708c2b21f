import type { ChangeAction, ChangeEntity } from '../../contract/enums.js';
import { feedChecklistItemLoader, taskIdOfItem } from '../checklist/checklist.reads.js';
import { feedCommentLoader, taskIdOfComment } from '../comments/comment.reads.js';
import { isMove } from '../kernel/changeLog.js';
import type { Context } from '../kernel/context.js';
import { keyIn } from '../kernel/loaders.js';
import { feedMemberLoader } from '../projects/member.reads.js';
import { feedTaskLoader } from '../tasks/task.reads.js';
import type { LoggedChange } from './changeSets.js';
import type { ProjectEvent } from './projectEvent.js';

/** A change as an event shows it, in the words of the API, knowing the event. */
export interface EventChange extends Omit<LoggedChange, 'entity' | 'action'> {
  entity: ChangeEntity;
  action: ChangeAction;
  /** Of what went into another project: which one. */
  movedTo: string | null;
  event: ProjectEvent;
}

/** What an event tells, object by object. */
export const eventChanges = (event: ProjectEvent): EventChange[] =>
  event.changes.map((change) => ({
    ...change,
    entity: change.entity.toUpperCase() as ChangeEntity,
    action: change.action.toUpperCase() as ChangeAction,
    movedTo: change.action === 'deleted' && isMove(change) ? (change.fields['projectId']?.[1] as string) : null,
    event,
  }));

/** The task that a change is about, by the kind of its object; of others there is none. */
const TASK_ID_OF: Partial<Record<ChangeEntity, (ctx: Context, change: EventChange) => Promise<string | null>>> = {
  TASK: async (_ctx, { entityId }) => entityId,
  CHECKLIST_ITEM: (ctx, { entityId, event }) => taskIdOfItem(ctx, keyIn(event.projectId, entityId)),
  COMMENT: (ctx, { entityId, event }) => taskIdOfComment(ctx, keyIn(event.projectId, entityId)),
};

/** The objects that a change speaks of, as they are now; null where it is of another kind or they are gone. */
export const objectsOf = {
  /** Of a comment the one it is about, of an item of a checklist the one whose it is. */
  async task(ctx: Context, change: EventChange) {
    const { event } = change;
    const taskId = await TASK_ID_OF[change.entity]?.(ctx, change);
    const task = taskId == null ? null : await feedTaskLoader(ctx).load(keyIn(event.projectId, taskId));
    if (task) await event.readTo(task.version);
    return task;
  },

  async checklistItem(ctx: Context, { entity, entityId, event }: EventChange) {
    if (entity !== 'CHECKLIST_ITEM') return null;
    const item = await feedChecklistItemLoader(ctx).load(keyIn(event.projectId, entityId));
    if (item) await event.readTo(item.version);
    return item;
  },

  async comment(ctx: Context, { entity, entityId, event }: EventChange) {
    const comment = entity === 'COMMENT' ? await feedCommentLoader(ctx).load(keyIn(event.projectId, entityId)) : null;
    if (comment) await event.readTo(comment.version);
    return comment;
  },

  member: async (ctx: Context, { entity, entityId, event }: EventChange) =>
    entity === 'MEMBER' ? feedMemberLoader(ctx).load(keyIn(event.projectId, entityId)) : null,
};
