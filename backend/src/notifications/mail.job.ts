import { sql } from 'kysely';
import * as v from 'valibot';
import type { Services } from '../kernel/context.js';

const payload = v.object({
  userId: v.string(),
  title: v.string(),
  message: v.string(),
  taskId: v.nullable(v.string()),
  projectId: v.nullable(v.string()),
});

/** Where a notification leads: to its task, else its project. */
const addressOf = (
  publicUrl: string,
  { taskId, projectId }: { taskId: string | null; projectId: string | null },
): string =>
  taskId && projectId
    ? `${publicUrl}/projects/${projectId}?task=${taskId}`
    : `${publicUrl}/projects${projectId ? `/${projectId}` : ''}`;

/** Mails a notification. */
export async function mailNotification(services: Services, raw: unknown): Promise<void> {
  const { userId, title, message, ...about } = v.parse(payload, raw);
  const { rows } = await sql<{ email: string }>`select email from account where id = ${userId}`.execute(
    services.orm.em.fork().getKysely(),
  );
  const [person] = rows;
  if (!person) return;
  const { publicUrl, brandName } = services.env;
  await services.mailer.send(person.email, {
    subject: title,
    heading: title,
    paragraphs: [/[.!?…]$/.test(message) ? message : `${message}.`],
    action: { label: `Open in ${brandName}`, url: addressOf(publicUrl, about) },
    reason: 'You get this mail because your preferences ask for it. Change them under Settings.',
  });
}
