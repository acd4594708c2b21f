import type { EntityManager } from '@mikro-orm/postgresql';
import type { NotificationKind } from '../../contract/enums.js';
import { preferencesOf, type PreferencesRow } from '../auth/preferences.reads.js';
import type { ChangeEntry } from '../kernel/changeLog.js';
import { type Tx, whenChanged } from '../kernel/command.js';
import { addJob } from '../kernel/jobs/addJob.js';
import { Project } from '../projects/project.entity.js';
import { User } from '../users/user.entity.js';
import { type Draft, deliver } from './inbox.js';
import { newsOf } from './news.js';
import { wordsFor } from './words.js';

/** Mails about these are sent only to those who want project updates too. */
const PROJECT_UPDATES: ReadonlySet<NotificationKind> = new Set(['MEMBER_ADDED', 'MEMBER_REMOVED', 'TASK_STATUS']);
const REMINDERS: ReadonlySet<NotificationKind> = new Set(['DUE_SOON', 'OVERDUE']);

const wantsRow = (kind: NotificationKind, wants: PreferencesRow): boolean =>
  wants.push && (wants.taskReminders || !REMINDERS.has(kind));

const wantsMail = (kind: NotificationKind, wants: PreferencesRow): boolean =>
  wants.email && (wants.projectUpdates || !PROJECT_UPDATES.has(kind)) && (wants.taskReminders || !REMINDERS.has(kind));

/** Delivers notifications as each person wants them: in the app, by mail, both, or not at all. */
export async function deliverAsWanted(
  tx: Pick<Tx, 'em' | 'now' | 'wakeInbox'>,
  drafts: readonly Draft[],
): Promise<void> {
  if (drafts.length === 0) return;
  const wants = await preferencesOf(tx.em, [...new Set(drafts.map(({ userId }) => userId))]);
  const wanted = (draft: Draft, test: typeof wantsRow): boolean => {
    const mine = wants.get(draft.userId);
    return mine !== undefined && test(draft.kind, mine);
  };
  await deliver(
    tx,
    drafts.filter((draft) => wanted(draft, wantsRow)),
  );
  for (const draft of drafts) if (wanted(draft, wantsMail)) await addMail(tx.em, draft);
}

const addMail = (em: EntityManager, { userId, title, message, taskId, projectId }: Draft): Promise<void> =>
  addJob(em, 'mailNotification', { userId, title, message, taskId, projectId });

/**
 * Turns the change sets of a command into notifications and mails, inside the command: what is committed has told whom it
 * concerns, once.
 */
async function notify(tx: Tx, entries: readonly ChangeEntry[]): Promise<void> {
  const news = await newsOf(tx, entries);
  if (news.length === 0) return;
  const actor = await tx.em.findOneOrFail(User, { id: tx.viewer.userId });
  const drafts: Draft[] = [];
  for (const { userId, kind, entry, task } of news) {
    const { projectId, entity, entityId, fields } = entry;
    const project = await tx.em.findOneOrFail(Project, { id: projectId });
    const words = {
      kind,
      actor: `${actor.firstName} ${actor.lastName}`,
      project: project.name,
      task: task?.title ?? '',
    };
    drafts.push({
      userId,
      kind,
      ...wordsFor({ ...words, fields }),
      actorId: tx.viewer.userId,
      taskId: task?.id ?? null,
      projectId,
      source: `${projectId}:${tx.revisionOf(projectId)}:${entity}:${entityId}`,
    });
  }
  await deliverAsWanted(tx, drafts);
}

whenChanged(notify);
