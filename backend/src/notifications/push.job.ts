import { sql } from 'kysely';
import * as v from 'valibot';
import type { Resources } from '../kernel/context.js';
import type { Notice } from './notices.js';
import { pathOf } from './path.js';
import { pushKey, readPushTarget } from './push.reads.js';
import { undoneActs } from './undone.js';

/** What is not told by then is no news. */
const STALE_MS = 3_600_000;
/** A push has room for some 3,900 bytes. */
const TEXT_MAX = 300;

const payload = v.object({
  target: v.string(),
  title: v.string(),
  body: v.string(),
  path: v.string(),
  /** What it tells of: a later push of the same takes the place of the former. */
  tag: v.nullable(v.string()),
  at: v.string(),
  /** The act that it tells of. */
  act: v.optional(v.nullable(v.string()), null),
  /** The ids of everything whose words it has: by them it is found when that is purged. */
  about: v.optional(v.array(v.string()), []),
});
type Payload = v.InferOutput<typeof payload>;

const clip = (text: string): string => (text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX - 1).trimEnd()}…` : text);

/** The push of a notification to each of a person's browsers. */
export const pushesOf = (notice: Notice, targets: readonly string[], now: Date): Payload[] =>
  targets.map((target) => ({
    target,
    title: clip(notice.title),
    body: clip(notice.message),
    path: pathOf(notice),
    tag: notice.source,
    at: now.toISOString(),
    act: notice.act,
    about: [...notice.about],
  }));

/** Tells one browser. One that is gone is forgotten. */
export async function pushNotification(resources: Resources, raw: unknown): Promise<void> {
  const { orm, now, push } = resources;
  const { target: id, at, act, about: _, ...told } = v.parse(payload, raw);
  const em = orm.em.fork();
  if (now().getTime() - Date.parse(at) > STALE_MS) return;
  // what was undone meanwhile is no news either
  if (act !== null && (await undoneActs(em, [act])).size > 0) return;
  const target = await readPushTarget(em, id, now());
  if (!target) return;
  const result = await push.send(target, await pushKey(resources), JSON.stringify(told));
  if (result === 'gone') await sql`delete from push_subscription where id = ${id}`.execute(em.getKysely());
}
