import { TASK_STATUS_LABELS, type TaskStatus } from '../../contract/enums.js';
import type { ChangeEntry } from '../kernel/changeLog.js';
import { type Tx, whenChanged } from '../kernel/command.js';
import { Project } from '../projects/project.entity.js';
import { Task } from '../tasks/task.entity.js';
import { User } from '../users/user.entity.js';
import { type Draft, deliver } from './inbox.js';

/** What a change means to a person, before it has words. */
type News = Pick<Draft, 'userId' | 'kind'> & { entry: ChangeEntry };

const nameOf = (user: User | null): string => (user ? `${user.firstName} ${user.lastName}` : 'Somebody');

/** Who hears of a change to a membership: the person it is about. */
function ofMember(entry: ChangeEntry): News[] {
  if (entry.action === 'created') return [{ userId: entry.entityId, kind: 'MEMBER_ADDED', entry }];
  return entry.action === 'deleted' ? [{ userId: entry.entityId, kind: 'MEMBER_REMOVED', entry }] : [];
}

/** Who hears of a change to a task: whom it was given to or taken from, else its creator and assignee of a new status. */
function ofTask(entry: ChangeEntry, task: Task): News[] {
  if (entry.action === 'deleted' || entry.action === 'restored') return [];
  const news: News[] = [];
  const [before, after] = entry.fields['assigneeId'] ?? [];
  if (typeof after === 'string') news.push({ userId: after, kind: 'TASK_ASSIGNED', entry });
  if (typeof before === 'string') news.push({ userId: before, kind: 'TASK_UNASSIGNED', entry });
  if (entry.action === 'updated' && entry.fields['status']) {
    for (const userId of [task.assigneeId, task.creatorId]) {
      if (userId !== null) news.push({ userId, kind: 'TASK_STATUS', entry });
    }
  }
  return news;
}

function wordsFor(
  news: News,
  actor: string,
  project: string,
  task: Task | undefined,
): Pick<Draft, 'title' | 'message'> {
  const [from, to] = (news.entry.fields['status'] ?? []) as TaskStatus[];
  switch (news.kind) {
    case 'MEMBER_ADDED':
      return { title: project, message: `${actor} added you to this project` };
    case 'MEMBER_REMOVED':
      return { title: project, message: `${actor} removed you from this project` };
    case 'TASK_ASSIGNED':
      return { title: task?.title ?? '', message: `${actor} assigned this task to you` };
    case 'TASK_UNASSIGNED':
      return { title: task?.title ?? '', message: `${actor} took this task off you` };
    case 'TASK_STATUS':
      return {
        title: task?.title ?? '',
        message: `${actor} moved this task from ${from ? TASK_STATUS_LABELS[from] : ''} to ${to ? TASK_STATUS_LABELS[to] : ''}`,
      };
    case 'NOTE':
      throw new Error('a note is written by its owner');
  }
}

/**
 * Turns the change sets of a command into notifications, inside the command: what is committed has told whom it concerns,
 * once. Nobody hears of their own act; of one change to one object a person hears once (the first that fits); who was
 * removed hears that and not what it did to their tasks.
 */
async function notify(tx: Tx, entries: readonly ChangeEntry[]): Promise<void> {
  const tasks = new Map<string, Task>();
  for (const { entity, entityId } of entries) {
    // already in the unit of work, as the command has just changed it
    if (entity === 'task') tasks.set(entityId, await tx.em.findOneOrFail(Task, { id: entityId }));
  }
  const removed = new Set(
    entries
      .filter(({ entity, action }) => entity === 'member' && action === 'deleted')
      .map(({ projectId, entityId }) => `${projectId}:${entityId}`),
  );
  const all = entries.flatMap((entry): News[] => {
    if (entry.entity === 'member') return ofMember(entry);
    const task = entry.entity === 'task' ? tasks.get(entry.entityId) : undefined;
    return task ? ofTask(entry, task).filter(({ userId }) => !removed.has(`${entry.projectId}:${userId}`)) : [];
  });
  const once = new Map<string, News>();
  for (const news of all) {
    const key = `${news.userId}:${news.entry.projectId}:${news.entry.entity}:${news.entry.entityId}`;
    if (news.userId !== tx.viewer.userId && !once.has(key)) once.set(key, news);
  }
  if (once.size === 0) return;
  const actor = nameOf(await tx.em.findOne(User, { id: tx.viewer.userId }));
  const drafts: Draft[] = [];
  for (const news of once.values()) {
    const { projectId, entity, entityId } = news.entry;
    const project = await tx.em.findOneOrFail(Project, { id: projectId });
    const task = entity === 'task' ? tasks.get(entityId) : undefined;
    drafts.push({
      userId: news.userId,
      kind: news.kind,
      ...wordsFor(news, actor, project.name, task),
      actorId: tx.viewer.userId,
      taskId: task?.id ?? null,
      projectId,
      source: `${projectId}:${tx.revisionOf(projectId)}:${entity}:${entityId}`,
    });
  }
  await deliver(tx, drafts);
}

whenChanged(notify);
