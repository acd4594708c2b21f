import { sql } from 'kysely';
import { mentionsIn } from '../../contract/comments.js';
import { Comment } from '../comments/comment.entity.js';
import { type Change, isMove } from '../kernel/changeLog.js';
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
  // one that is moved is whose it was
  if (change.action === 'deleted' || change.action === 'restored' || isMove(change)) return [];
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

/** The people of these usernames, by them in lower case. */
async function mentioned(tx: Tx, names: readonly string[]): Promise<Map<string, string>> {
  if (names.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`
    select id, lower(username) as name from account where lower(username) = any(${[...names]}::text[])`.execute(
    tx.em.getKysely(),
  );
  return new Map(rows.map(({ id, name }) => [name, id]));
}

/** Who has commented on these tasks. */
async function commentators(tx: Tx, taskIds: readonly string[]): Promise<Map<string, string[]>> {
  if (taskIds.length === 0) return new Map();
  const { rows } = await sql<{ taskId: string; authors: string[] }>`
    select task_id as "taskId", array_agg(distinct author_id) as authors from comment
    where task_id = any(${[...taskIds]}::uuid[]) and deleted_at is null group by task_id`.execute(tx.em.getKysely());
  return new Map(rows.map(({ taskId, authors }) => [taskId, authors]));
}

/** A comment that is new or changed. */
interface Said {
  change: Change;
  task: Task;
  /** Whom it mentions newly. */
  names: string[];
}

async function readSaid(tx: Tx, change: Change): Promise<Said> {
  const { taskId } = await tx.em.findOneOrFail(Comment, { id: change.entityId });
  const task = await tx.em.findOneOrFail(Task, { id: taskId });
  const [before, after] = change.fields['text'] ?? [];
  const already = new Set(mentionedBy(before));
  return { change, task, names: mentionedBy(after).filter((name) => !already.has(name)) };
}

/** Who hears of comments, by their lines: whom each mentions (newly), else who made, has or commented on the task. */
async function ofComments(tx: Tx, changes: readonly Change[]): Promise<Map<Change, Recipient[]>> {
  const lines = changes.filter(
    ({ entity, action }) => entity === 'comment' && action !== 'deleted' && action !== 'restored',
  );
  const said: Said[] = [];
  for (const change of lines) said.push(await readSaid(tx, change));
  const created = said.filter(({ change }) => change.action === 'created');
  const people = await mentioned(tx, [...new Set(said.flatMap(({ names }) => names))]);
  const authors = await commentators(tx, [...new Set(created.map(({ task }) => task.id))]);
  const recipients = said.map(({ change, task, names }): [Change, Recipient[]] => {
    const named = names.flatMap((name): Recipient[] => {
      const userId = people.get(name);
      return userId === undefined ? [] : [{ userId, kind: 'MENTION', change, task }];
    });
    if (change.action !== 'created') return [change, named];
    const others = [task.assigneeId, task.creatorId, ...(authors.get(task.id) ?? [])].filter((id) => id !== null);
    return [change, [...named, ...others.map((userId): Recipient => ({ userId, kind: 'COMMENT', change, task }))]];
  });
  return new Map(recipients);
}

/**
 * Whom the changes of a command may concern, the most telling first; who of them are still members is not asked here. Nobody
 * hears of their own act.
 */
export async function recipientsOf(tx: Tx, changes: readonly Change[]): Promise<Recipient[]> {
  const all: Recipient[] = [];
  const comments = await ofComments(tx, changes);
  for (const change of changes) {
    if (change.entity === 'member') {
      const isComing = change.action === 'created' && change.entityId === tx.viewer.userId;
      // whoever makes a project is its first member
      if (!isComing) all.push(...ofMember(change));
      else if (!changes.some(({ entity }) => entity === 'project')) all.push(...(await ofJoining(tx, change)));
    }
    // already in the unit of work, as the command has just changed it
    if (change.entity === 'task') all.push(...ofTask(change, await tx.em.findOneOrFail(Task, { id: change.entityId })));
    all.push(...(comments.get(change) ?? []));
  }
  return all.filter(({ userId }) => userId !== tx.viewer.userId);
}
