import { preferencesOf } from '../auth/preferences.reads.js';
import type { ChangeEntry } from '../kernel/changeLog.js';
import { type Tx, whenChanged } from '../kernel/command.js';
import { addJobs } from '../kernel/jobs/addJob.js';
import { Project } from '../projects/project.entity.js';
import { whenBulkRunEnded } from '../tasks/bulkRun.service.js';
import { User } from '../users/user.entity.js';
import { type Notice, noticeOf, type Telling, tellingsOf, type Told } from './drafts.js';
import { holdBack, takeHeld } from './held.js';
import { deliver } from './inbox.js';
import { mailOf } from './mail.job.js';
import { newsOf } from './news.js';
import { wantsMail, wantsRow } from './wants.js';

/**
 * Delivers what one act has brought to people, as each of them wants it: in the app, by mail, both, or not at all. Of each
 * kind it is one notification a person, and all kinds together one mail.
 */
export async function deliverAsWanted(
  tx: Pick<Tx, 'em' | 'now' | 'wakeInbox'>,
  tellings: readonly Telling[],
): Promise<void> {
  if (tellings.length === 0) return;
  const notices = tellings.map(noticeOf);
  const wants = await preferencesOf(tx.em, [...new Set(notices.map(({ userId }) => userId))]);
  const wanted =
    (test: typeof wantsRow) =>
    ({ userId, kind }: Notice): boolean => {
      const mine = wants.get(userId);
      return mine !== undefined && test(kind, mine);
    };
  await deliver(tx, notices.filter(wanted(wantsRow)));
  const mails = Map.groupBy(notices.filter(wanted(wantsMail)), ({ userId }) => userId);
  await addJobs(tx.em, 'mailNotification', [...mails.values()].map(mailOf));
}

/**
 * Turns the change sets of a command into notifications and mails, inside the command: what is committed has told whom it
 * concerns, once. What a part of a longer act brings is held back until that is over.
 */
async function notify(tx: Tx, entries: readonly ChangeEntry[]): Promise<void> {
  const news = await newsOf(tx, entries);
  if (news.length === 0) return;
  const actor = await tx.em.findOneOrFail(User, { id: tx.viewer.userId });
  const all: Told[] = [];
  for (const { userId, kind, entry, task } of news) {
    const { projectId, entity, entityId, fields } = entry;
    const project = await tx.em.findOneOrFail(Project, { id: projectId });
    all.push({
      userId,
      kind,
      actor: `${actor.firstName} ${actor.lastName}`,
      actorId: actor.id,
      project: project.name,
      projectId,
      task: task?.title ?? '',
      taskId: task?.id ?? null,
      fields,
      source: `${projectId}:${tx.revisionOf(projectId)}:${entity}:${entityId}`,
    });
  }
  const tellings = tellingsOf(all);
  if (tx.act === null) await deliverAsWanted(tx, tellings);
  else await holdBack(tx.em, tx.act, tellings);
}

whenChanged(notify);
whenBulkRunEnded(async (tx, id) => deliverAsWanted(tx, await takeHeld(tx.em, id)));
