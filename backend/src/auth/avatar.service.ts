import { createHash, randomUUID } from 'node:crypto';
import { type EntityManager, LockMode } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { type Context, requireViewer, type Resources } from '../kernel/context.js';
import { REQUEST_MS, withDeadline } from '../kernel/deadline.js';
import { unavailable } from '../kernel/errors.js';
import { limitPerson } from '../kernel/rates.js';
import { User } from '../users/user.entity.js';
import type { UserRow } from '../users/user.reads.js';
import { getUser } from '../users/user.service.js';
import { accountCommand } from './accountCommand.js';
import { makePicture } from './avatar.picture.js';
import { turnOf } from './passwordTry.js';

/** Files that are taken in at once: they lie in memory until they are read, and slow ones for long. */
const AT_ONCE = { person: 2, all: 16 };
const BUSY_SECONDS = 5;

/** Whose files are being taken in by this process. */
const underWay: string[] = [];

/** Takes a file in, where there is a place for one more. UNAVAILABLE where there is none. */
async function inPlace<T>(userId: string, work: () => Promise<T>): Promise<T> {
  const own = underWay.filter((id) => id === userId).length;
  if (own >= AT_ONCE.person || underWay.length >= AT_ONCE.all) {
    throw unavailable('Too many pictures at once, please try again', BUSY_SECONDS);
  }
  underWay.push(userId);
  try {
    return await work();
  } finally {
    underWay.splice(underWay.indexOf(userId), 1);
  }
}

/** Where a picture is served. */
const pathOf = (id: string): string => `/avatars/${id}.webp`;

/** Puts a picture, or none, in place of the one that somebody has. */
async function put(em: EntityManager, userId: string, picture: Buffer | null, now: Date): Promise<void> {
  // of two at once the second waits here, and replaces the first
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
  em.assign(user, { avatar: picture && pathOf(id), updatedAt: now });
}

/**
 * Makes the file that `read` takes in the viewer's picture, at an address of its own; the one before is gone. Nothing is
 * read before it is known who sends it, and that they may. VALIDATION_FAILED at `avatar` when it is no picture.
 */
export async function setAvatar(ctx: Context, read: () => Promise<Buffer>): Promise<UserRow> {
  const { userId } = requireViewer(ctx);
  await limitPerson(ctx, 'avatarPerPerson');
  const { picture, sent } = await inPlace(userId, async () => {
    const file = await read();
    const sha256 = createHash('sha256').update(file).digest('base64url');
    return { picture: await makePicture(file, turnOf(ctx)), sent: { sha256 } };
  });
  // a slow line has had its time: what the database may take begins now
  return withDeadline(REQUEST_MS, async () => {
    await accountCommand(ctx, 'setAvatar', sent, ({ em, now }) => put(em, userId, picture, now));
    return getUser(ctx, userId);
  });
}

/** Takes the viewer's picture away: their initials are shown again. */
export async function removeAvatar(ctx: Context): Promise<UserRow> {
  const { userId } = requireViewer(ctx);
  await accountCommand(ctx, 'removeAvatar', {}, ({ em, now }) => put(em, userId, null, now));
  return getUser(ctx, userId);
}

/** The picture at an address, for whoever knows it; null when there is none. */
export async function readPicture({ orm }: Resources, id: string): Promise<Buffer | null> {
  const { rows } = await sql<{ picture: Buffer }>`select picture from avatar where id = ${id}`.execute(
    orm.em.fork().getKysely(),
  );
  return rows[0]?.picture ?? null;
}
