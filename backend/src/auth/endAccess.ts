import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { addJob } from '../platform/jobs/addJob.js';
import { deleteApiTokens } from './apiToken.service.js';
import { endChallenges } from './challenge.js';

/*
 * What ends with the access of a person. Feeds, webhooks, links, invitations, imports and bulk runs belong to later modules, but
 * calls about accounts end them. The caller must have locked the account.
 */

/** Revokes all sessions of a user; their sockets close within two seconds. Returns the number of active sessions. */
export async function endSessions(em: EntityManager, userId: string, at: Date): Promise<number> {
  const { rows } = await sql`
    update session set revoked_at = ${at} where user_id = ${userId} and revoked_at is null
    returning expires_at > ${at} as "wasActive"`.execute(em.getKysely());
  return rows.filter((row) => (row as { wasActive: boolean }).wasActive).length;
}

/** Revokes all calendar feeds of a person. */
export async function revokeCalendarFeedsOf(em: EntityManager, userId: string, at: Date): Promise<void> {
  await sql`update calendar_feed set revoked_at = ${at} where user_id = ${userId} and revoked_at is null`.execute(
    em.getKysely(),
  );
}

/** Pauses all webhooks of a person: they send nothing until their owner starts them again. */
export async function pauseWebhooksOf(em: EntityManager, userId: string): Promise<void> {
  await sql`
    update webhook set pause_reason = 'ACCESS_ENDED' where user_id = ${userId} and pause_reason is null`.execute(
    em.getKysely(),
  );
}

/** Ends all shared links that a person has created; open pages and sockets of visitors end within two seconds. */
export async function revokeShareLinksOf(em: EntityManager, userId: string, at: Date): Promise<void> {
  await sql`update share_link set ended_at = ${at} where creator_id = ${userId} and ended_at is null`.execute(
    em.getKysely(),
  );
}

/** Ends all open invitations that an administrator has sent. */
export async function endAccountInvitationsOf(em: EntityManager, userId: string, at: Date): Promise<void> {
  await sql`update account_invitation set ended_at = ${at} where inviter_id = ${userId} and ended_at is null`.execute(
    em.getKysely(),
  );
}

/** Ends all open invitations that a person has sent, to projects and to the server: they let in people of their choice. */
export async function endInvitationsOf(em: EntityManager, userId: string, at: Date): Promise<void> {
  await endAccountInvitationsOf(em, userId, at);
  await sql`update invitation set ended_at = ${at} where inviter_id = ${userId} and ended_at is null`.execute(
    em.getKysely(),
  );
}

/** Stops the imports of a person. What they have created stays. */
async function stopImportsOf(em: EntityManager, userId: string, at: Date): Promise<void> {
  await sql`
    update import set state = 'STOPPED', finished_at = ${at}
    where user_id = ${userId} and state in ('WAITING', 'RUNNING', 'UNDOING')`.execute(em.getKysely());
}

/** Stops the bulk run of a person by a job: a part in progress can wait for the account that is locked here. */
const stopBulkRunOf = (em: EntityManager, userId: string, at: Date): Promise<void> =>
  addJob(em, 'stopBulkRun', { userId, at: at.toISOString() });

/**
 * Revokes all sessions, API tokens and calendar feeds of a user, pauses their webhooks, stops their imports and bulk run, and
 * ends their unfinished sign-ins. Returns the number of active sessions.
 */
export async function endAccess(em: EntityManager, userId: string, at: Date): Promise<number> {
  const sessions = await endSessions(em, userId, at);
  await deleteApiTokens(em, userId, at);
  await revokeCalendarFeedsOf(em, userId, at);
  await pauseWebhooksOf(em, userId);
  await stopImportsOf(em, userId, at);
  await stopBulkRunOf(em, userId, at);
  await endChallenges(em, userId);
  return sessions;
}

/**
 * Ends the access of a user whose account closes, and revokes the links they gave to visitors and invited people. Returns the
 * number of active sessions.
 */
export async function endAllAccess(em: EntityManager, userId: string, at: Date): Promise<number> {
  await revokeShareLinksOf(em, userId, at);
  await endInvitationsOf(em, userId, at);
  return endAccess(em, userId, at);
}
