import { createHash, randomUUID } from 'node:crypto';
import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { type Context, requireViewer, type Resources } from '../request/context.js';
import { REQUEST_MS, withDeadline } from '../platform/lib/deadline.js';
import { UploadSlots } from '../request/uploadSlots.js';
import { limitPerson } from '../request/rates.js';
import { User } from '../users/user.entity.js';
import type { UserRow } from '../users/user.reads.js';
import { getUser } from '../users/user.service.js';
import { accountCommand } from './accountCommand.js';
import { makePicture } from './avatar.picture.js';
import { requireLiveAccess } from './liveAccess.js';
import { hashQueueTurn } from './passwordAttempt.js';

/** Files stay in memory until they are read. */
const slots = new UploadSlots('pictures');

const avatarPath = (id: string): string => `/avatars/${id}.webp`;

/** Replaces or removes (`null`) a user's picture. */
async function storeAvatar(em: EntityManager, userId: string, picture: Buffer | null, now: Date): Promise<void> {
  // the lock serializes concurrent uploads of one user
  const user = await em.findOneOrFail(User, { id: userId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (picture === null && user.avatar === null) return;
  const id = randomUUID();
  await (
    picture === null
      ? sql`delete from avatar where user_id = ${userId}`
      : sql`
        insert into avatar (user_id, id, picture) values (${userId}, ${id}, ${picture})
        on conflict (user_id) do update set id = excluded.id, picture = excluded.picture`
  ).execute(em.getKysely());
  em.assign(user, { avatar: picture && avatarPath(id), updatedAt: now });
}

/**
 * Stores the file that `read` returns as the viewer's picture, at a new URL. Calls `read` only after the access and
 * rate checks. Throws VALIDATION_FAILED at `avatar` for an invalid picture.
 */
export async function setAvatar(ctx: Context, read: () => Promise<Buffer>): Promise<UserRow> {
  const { userId } = requireViewer(ctx);
  await limitPerson(ctx, 'avatarPerPerson');
  const { picture, sent } = await slots.run(userId, async () => {
    const file = await read();
    const sha256 = createHash('sha256').update(file).digest('base64url');
    return { picture: await makePicture(file, hashQueueTurn(ctx)), sent: { sha256 } };
  });
  // a slow upload has used up its own deadline; the write gets a new one
  return withDeadline(REQUEST_MS, async () => {
    await accountCommand(ctx, 'setAvatar', sent, async ({ em, now }) => {
      await storeAvatar(em, userId, picture, now);
      // the upload may have been slow; the account is locked now
      await requireLiveAccess(ctx, em);
    });
    return getUser(ctx, userId);
  });
}

export async function removeAvatar(ctx: Context): Promise<UserRow> {
  const { userId } = requireViewer(ctx);
  await accountCommand(ctx, 'removeAvatar', {}, ({ em, now }) => storeAvatar(em, userId, null, now));
  return getUser(ctx, userId);
}

/** Returns the picture with this id, or null. Pictures are public to those who know the URL. */
export async function readPicture({ orm }: Resources, id: string): Promise<Buffer | null> {
  const { rows } = await sql<{ picture: Buffer }>`select picture from avatar where id = ${id}`.execute(
    orm.em.fork().getKysely(),
  );
  return rows[0]?.picture ?? null;
}
