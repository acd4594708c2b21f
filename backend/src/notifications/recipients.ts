import { sql } from 'kysely';
import { mentionsIn } from '../../contract/comments.js';
import { Comment } from '../comments/comment.entity.js';
import type { Change } from '../kernel/changeLog.js';
import type { Tx } from '../kernel/command.js';
import { Task } from '../tasks/task.entity.js';
import type { Draft } from './inbox.js';

/** Who hears of a change, and as what. */
export interface Recipient extends Pick<Draft, 'userId' | 'kind'> {
  change: Change;
  /** The task it speaks of. */
  task: Task | null;
  /** They are told that somebody came. */
  joined?: true;
}

/** Who hears that somebody has joined by an invitation: whoever sent it. */
async function ofJoining(tx: Tx, change: Change): Promise<Recipient[]> {
  const { rows } = await sql<{ userId: string }>`
    select inviter_id as "userId" from invitation
    where project_id = ${change.projectId} and accepted_by = ${change.entityId} and ended_at = ${tx.now}`.execute(
    tx.em.getKysely(),
  );
  return rows.map(({ userId }) => ({ userId, kind: 'MEMBER_ADDED', change, task: null, joined: true }));
}

/** Who hears of a change to a membership that is not their own doing: the person it is about. */
function ofMember(change: Change): Recipient[] {
  const about = { userId: change.entityId, change, task: null };
  if (change.action === 'created') return [{ ...about, kind: 'MEMBER_ADDED' }];
  return change.action === 'deleted' ? [{ ...about, kind: 'MEMBER_REMOVED' }] : [];
}

/** Who hears of a change to a task: whom it was given to or taken from, else its creator and assignee of a new status. */
function ofTask(change: Change, task: Task): Recipient[] {
  if (change.action === 'deleted' || change.action === 'restored') return [];
  const recipients: Recipient[] = [];
  const [before, after] = change.fields['assigneeId'] ?? [];
  if (typeof after === 'string') recipients.push({ userId: after, kind: 'TASK_ASSIGNED', change, task });
  if (typeof before === 'string') recipients.push({ userId: before, kind: 'TASK_UNASSIGNED', change, task });
  if (change.action === 'updated' && change.fields['status']) {
    for (const userId of [task.assigneeId, task.creatorId]) {
      if (userId !== null) recipients.push({ userId, kind: 'TASK_STATUS', change, task });
    }
  }
  return recipients;
}

/** The usernames in a text of the log. */
const mentionedBy = (text: unknown): string[] => (typeof text === 'string' ? mentionsIn(text) : []);

/** The people of these usernames. */
async function mentioned(tx: Tx, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select id from account where lower(username) = any(${[...names]}::text[])`.execute(tx.em.getKysely());
  return rows.map(({ id }) => id);
}

/** Who hears of a comment: whom it mentions (newly), else who made, has or commented on the task. */
async function ofComment(tx: Tx, change: Change): Promise<Recipient[]> {
  if (change.action === 'deleted' || change.action === 'restored') return [];
  const comment = await tx.em.findOneOrFail(Comment, { id: change.entityId });
  const task = await tx.em.findOneOrFail(Task, { id: comment.taskId });
  const [before, after] = change.fields['text'] ?? [];
  const already = new Set(mentionedBy(before));
  const names = mentionedBy(after).filter((name) => !already.has(name));
  const recipients = (await mentioned(tx, names)).map((userId): Recipient => ({
    userId,
    kind: 'MENTION',
    change,
    task,
  }));
  if (change.action !== 'created') return recipients;
  const { rows: others } = await sql<{ authorId: string }>`
    select distinct author_id as "authorId" from comment
    where task_id = ${task.id} and deleted_at is null`.execute(tx.em.getKysely());
  for (const userId of [task.assigneeId, task.creatorId, ...others.map(({ authorId }) => authorId)]) {
    if (userId !== null) recipients.push({ userId, kind: 'COMMENT', change, task });
  }
  return recipients;
}

/**
 * Whom the changes of a command may concern, the most telling first; who of them are still members is not asked here. Nobody
 * hears of their own act.
 */
export async function recipientsOf(tx: Tx, changes: readonly Change[]): Promise<Recipient[]> {
  const all: Recipient[] = [];
  for (const change of changes) {
    if (change.entity === 'member') {
      const isComing = change.action === 'created' && change.entityId === tx.viewer.userId;
      // whoever makes a project is its first member
      if (!isComing) all.push(...ofMember(change));
      else if (!changes.some(({ entity }) => entity === 'project')) all.push(...(await ofJoining(tx, change)));
    }
    // already in the unit of work, as the command has just changed it
    if (change.entity === 'task') all.push(...ofTask(change, await tx.em.findOneOrFail(Task, { id: change.entityId })));
    if (change.entity === 'comment') all.push(...(await ofComment(tx, change)));
  }
  return all.filter(({ userId }) => userId !== tx.viewer.userId);
}
