import { sql } from 'kysely';
import { findMentions } from '../../contract/comments.js';
import { Comment } from '../comments/comment.entity.js';
import { type Change, isMove } from '../write/changeLog.js';
import type { Tx } from '../write/command.js';
import { Task } from '../tasks/task.entity.js';
import type { NewNotification } from './inbox.js';
import { KINDS } from './kinds.js';

/** A person to notify of a change. */
export interface Recipient extends Pick<NewNotification, 'userId' | 'kind'> {
  change: Change;
  task: Task | null;
  /** The actor joined by the recipient's invitation. */
  joined?: true;
}

async function findInviters(tx: Tx, change: Change): Promise<Recipient[]> {
  const { rows } = await sql<{ userId: string }>`
    select inviter_id as "userId" from invitation
    where project_id = ${change.projectId} and accepted_by = ${change.entityId} and ended_at = ${tx.now}`.execute(
    tx.em.getKysely(),
  );
  return rows.map(({ userId }) => ({ userId, kind: 'MEMBER_ADDED', change, task: null, joined: true }));
}

function memberRecipients(change: Change): Recipient[] {
  const about = { userId: change.entityId, change, task: null };
  if (change.action === 'created') return [{ ...about, kind: 'MEMBER_ADDED' }];
  return change.action === 'deleted' ? [{ ...about, kind: 'MEMBER_REMOVED' }] : [];
}

const watchersOf = ({ watches }: Task): string[] =>
  (watches ?? []).flatMap(({ userId, watches: isWatching }) => (isWatching ? userId : []));

/** Whether the change created the next task of a series: it keeps the assignee, so no one assigned it. */
const isNextOfSeries = ({ action, fields }: Change): boolean =>
  action === 'created' && Number(fields['occurrence']?.[1] ?? 1) > 1;

/** Recipients of a changed task: the old and the new assignee; for a new status the creator, the assignee and the watchers. */
function taskRecipients(change: Change, task: Task): Recipient[] {
  // A move to another project changes no assignee.
  if (change.action === 'deleted' || change.action === 'restored' || isMove(change)) return [];
  if (isNextOfSeries(change)) return [];
  const recipients: Recipient[] = [];
  const [before, after] = change.fields['assigneeId'] ?? [];
  if (typeof after === 'string') recipients.push({ userId: after, kind: 'TASK_ASSIGNED', change, task });
  if (typeof before === 'string') recipients.push({ userId: before, kind: 'TASK_UNASSIGNED', change, task });
  if (change.action === 'updated' && change.fields['status']) {
    for (const userId of [task.assigneeId, task.creatorId, ...watchersOf(task)]) {
      if (userId !== null) recipients.push({ userId, kind: 'TASK_STATUS', change, task });
    }
  }
  return recipients;
}

/** The names that each mention can mean, the longest first. */
type Mentions = readonly (readonly string[])[];

const parseMentions = (text: unknown): Mentions => (typeof text === 'string' ? findMentions(text) : []);

/**
 * Returns a function that finds the people whom texts in a project mention. Of the names that a mention can mean, the
 * longest one that a member has counts, as in the app. Only the database decides which letters are the same in lower case.
 */
async function findMentioned(tx: Tx, commentChanges: readonly CommentChange[]) {
  const some = commentChanges.filter(({ added }) => added.length > 0);
  const names = new Set(some.flatMap(({ before, added }) => [...before, ...added].flat()));
  const ids = new Map<string, string[]>();
  if (names.size > 0) {
    const projectIds = [...new Set(some.map(({ change }) => change.projectId))];
    const { rows } = await sql<{ id: string; name: string; projectId: string }>`
      select a.id, written.name, m.project_id as "projectId" from unnest(${[...names]}::text[]) as written(name)
      join account a on lower(a.username) = lower(written.name)
      join project_member m on m.user_id = a.id and m.project_id = any(${projectIds}::uuid[])`.execute(
      tx.em.getKysely(),
    );
    for (const { id, name, projectId } of rows) ids.set(`${projectId}:${name}`, [id]);
  }
  return (projectId: string, mentions: Mentions): ReadonlySet<string> => {
    const idOf = (name: string): string[] => ids.get(`${projectId}:${name}`) ?? [];
    return new Set(mentions.flatMap((possible) => possible.flatMap(idOf).slice(0, 1)));
  };
}

/** Returns the authors of comments by task. */
async function findCommenters(tx: Tx, taskIds: readonly string[]): Promise<Map<string, string[]>> {
  if (taskIds.length === 0) return new Map();
  const { rows } = await sql<{ taskId: string; authors: string[] }>`
    select task_id as "taskId", array_agg(distinct author_id) as authors from comment
    where task_id = any(${[...taskIds]}::uuid[]) and deleted_at is null group by task_id`.execute(tx.em.getKysely());
  return new Map(rows.map(({ taskId, authors }) => [taskId, authors]));
}

interface CommentChange {
  change: Change;
  task: Task;
  before: Mentions;
  /** The mentions that the change adds. Some of them can mean people who were mentioned before. */
  added: Mentions;
}

/** Loads rows by id. The command has already loaded most of them; one statement reads the others. */
async function loadAll<T extends Task | Comment>(
  { em }: Tx,
  entity: new () => T,
  ids: Iterable<string>,
): Promise<(id: string) => T> {
  const rows = new Map<string, T>();
  const missing: string[] = [];
  for (const id of new Set(ids)) {
    const loaded = em.getUnitOfWork().getById<Task | Comment>(entity, id) as T | undefined;
    if (loaded) rows.set(id, loaded);
    else missing.push(id);
  }
  if (missing.length > 0) {
    const found = await em.find<Task | Comment>(entity, { id: { $in: missing } });
    for (const row of found) rows.set(row.id, row as T);
  }
  return (id) => {
    const row = rows.get(id);
    if (!row) throw new Error(`${entity.name} ${id} of a change is missing`);
    return row;
  };
}

async function loadCommentChanges(tx: Tx, changes: readonly Change[]): Promise<CommentChange[]> {
  const commentOf = await loadAll(
    tx,
    Comment,
    changes.map(({ entityId }) => entityId),
  );
  const taskIdOf = ({ entityId }: Change): string => commentOf(entityId).taskId;
  const taskOf = await loadAll(tx, Task, changes.map(taskIdOf));
  return changes.map((change) => {
    const [was, is] = change.fields['text'] ?? [];
    const before = parseMentions(was);
    const already = new Set(before.map(([longest = '']) => longest.toLowerCase()));
    const added = parseMentions(is).filter(([longest = '']) => !already.has(longest.toLowerCase()));
    return { change, task: taskOf(taskIdOf(change)), before, added };
  });
}

/** Recipients of comments: the people newly mentioned, then the task's assignee, creator, commenters and watchers. */
async function commentRecipients(tx: Tx, commentChanges: readonly CommentChange[]): Promise<Map<Change, Recipient[]>> {
  const created = commentChanges.filter(({ change }) => change.action === 'created');
  const mentionedBy = await findMentioned(tx, commentChanges);
  const authors = await findCommenters(tx, [...new Set(created.map(({ task }) => task.id))]);
  const recipients = commentChanges.map(({ change, task, before, added }): [Change, Recipient[]] => {
    const already = mentionedBy(change.projectId, before);
    const people = [...mentionedBy(change.projectId, added)].filter((userId) => !already.has(userId));
    const named = people.map((userId): Recipient => ({ userId, kind: 'MENTION', change, task }));
    if (change.action !== 'created') return [change, named];
    const others = [task.assigneeId, task.creatorId, ...(authors.get(task.id) ?? []), ...watchersOf(task)].filter(
      (id) => id !== null,
    );
    return [change, [...named, ...others.map((userId): Recipient => ({ userId, kind: 'COMMENT', change, task }))]];
  });
  return new Map(recipients);
}

/**
 * Returns the recipients of a command's changes, the most specific kind first, without the actor. The caller checks who is
 * still a member.
 */
export async function findRecipients(tx: Tx, changes: readonly Change[]): Promise<Recipient[]> {
  const all: Recipient[] = [];
  const lines = changes.filter(
    ({ entity, action }) => entity === 'comment' && action !== 'deleted' && action !== 'restored',
  );
  const commentChanges = await loadCommentChanges(tx, lines);
  const comments = await commentRecipients(tx, commentChanges);
  const taskIds = changes.filter(({ entity }) => entity === 'task').map(({ entityId }) => entityId);
  const taskOf = await loadAll(tx, Task, taskIds);
  for (const change of changes) {
    if (change.entity === 'member') {
      const isComing = change.action === 'created' && change.entityId === tx.viewer.userId;
      // The creator of a project becomes its first member without an invitation.
      if (!isComing) all.push(...memberRecipients(change));
      else if (!changes.some(({ entity }) => entity === 'project')) all.push(...(await findInviters(tx, change)));
    }
    if (change.entity === 'task') {
      all.push(...taskRecipients(change, taskOf(change.entityId)));
    }
    all.push(...(comments.get(change) ?? []));
  }
  const isMuted = ({ userId, kind, task }: Recipient): boolean =>
    KINDS[kind].isMutable && task?.watches?.some((it) => it.userId === userId && !it.watches) === true;
  return all.filter((recipient) => recipient.userId !== tx.viewer.userId && !isMuted(recipient));
}
