import { sql } from 'kysely';
import { mentionsIn } from '../../contract/comments.js';
import { Comment } from '../comments/comment.entity.js';
import type { ChangeEntry } from '../kernel/changeLog.js';
import type { Tx } from '../kernel/command.js';
import { Membership } from '../projects/membership.entity.js';
import { Task } from '../tasks/task.entity.js';
import type { Draft } from './inbox.js';

/** What a change means to a person, before it has words. */
export interface News extends Pick<Draft, 'userId' | 'kind'> {
  entry: ChangeEntry;
  /** The task it speaks of. */
  task: Task | null;
}

/** Who hears of a change to a membership: the person it is about. */
function ofMember(entry: ChangeEntry): News[] {
  const about = { userId: entry.entityId, entry, task: null };
  if (entry.action === 'created') return [{ ...about, kind: 'MEMBER_ADDED' }];
  return entry.action === 'deleted' ? [{ ...about, kind: 'MEMBER_REMOVED' }] : [];
}

/** Who hears of a change to a task: whom it was given to or taken from, else its creator and assignee of a new status. */
function ofTask(entry: ChangeEntry, task: Task): News[] {
  if (entry.action === 'deleted' || entry.action === 'restored') return [];
  const news: News[] = [];
  const [before, after] = entry.fields['assigneeId'] ?? [];
  if (typeof after === 'string') news.push({ userId: after, kind: 'TASK_ASSIGNED', entry, task });
  if (typeof before === 'string') news.push({ userId: before, kind: 'TASK_UNASSIGNED', entry, task });
  if (entry.action === 'updated' && entry.fields['status']) {
    for (const userId of [task.assigneeId, task.creatorId]) {
      if (userId !== null) news.push({ userId, kind: 'TASK_STATUS', entry, task });
    }
  }
  return news;
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
async function ofComment(tx: Tx, entry: ChangeEntry): Promise<News[]> {
  if (entry.action === 'deleted' || entry.action === 'restored') return [];
  const comment = await tx.em.findOneOrFail(Comment, { id: entry.entityId });
  const task = await tx.em.findOneOrFail(Task, { id: comment.taskId });
  const [before, after] = entry.fields['text'] ?? [];
  const known = new Set(mentionedBy(before));
  const names = mentionedBy(after).filter((name) => !known.has(name));
  const news = (await mentioned(tx, names)).map((userId): News => ({ userId, kind: 'MENTION', entry, task }));
  if (entry.action !== 'created') return news;
  const { rows: others } = await sql<{ authorId: string }>`
    select distinct author_id as "authorId" from comment
    where task_id = ${task.id} and deleted_at is null`.execute(tx.em.getKysely());
  for (const userId of [task.assigneeId, task.creatorId, ...others.map(({ authorId }) => authorId)]) {
    if (userId !== null) news.push({ userId, kind: 'COMMENT', entry, task });
  }
  return news;
}

/** News of tasks only for members: whoever made a task may have left its project since. */
async function forMembers(tx: Tx, all: readonly News[]): Promise<News[]> {
  const asked = all.filter(({ task }) => task !== null);
  if (asked.length === 0) return [...all];
  const found = await tx.em.find(Membership, {
    projectId: { $in: [...new Set(asked.map(({ entry }) => entry.projectId))] },
    userId: { $in: [...new Set(asked.map(({ userId }) => userId))] },
  });
  const members = new Set(found.map(({ projectId, userId }) => `${projectId}:${userId}`));
  return all.filter(({ task, userId, entry }) => task === null || members.has(`${entry.projectId}:${userId}`));
}

/**
 * Whom the change sets of a command concern. Nobody hears of their own act; of one change to one object a person hears
 * once (the first that fits).
 */
export async function newsOf(tx: Tx, entries: readonly ChangeEntry[]): Promise<News[]> {
  const all: News[] = [];
  for (const entry of entries) {
    if (entry.entity === 'member') all.push(...ofMember(entry));
    // already in the unit of work, as the command has just changed it
    if (entry.entity === 'task') all.push(...ofTask(entry, await tx.em.findOneOrFail(Task, { id: entry.entityId })));
    if (entry.entity === 'comment') all.push(...(await ofComment(tx, entry)));
  }
  const others = all.filter(({ userId }) => userId !== tx.viewer.userId);
  const once = new Map<string, News>();
  for (const news of await forMembers(tx, others)) {
    const key = `${news.userId}:${news.entry.projectId}:${news.entry.entity}:${news.entry.entityId}`;
    if (!once.has(key)) once.set(key, news);
  }
  return [...once.values()];
}
