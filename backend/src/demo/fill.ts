import { sql } from 'kysely';
import type { Resources } from '../request/context.js';
// registers the reaction that notifies people, also without the API
import '../notifications/notify.js';
import { register } from '../accounts/registration.service.js';
import { createNotification } from '../notifications/notification.service.js';
import { DAY_MS } from '../../contract/limits.js';
import { HOURS, timeAgo } from './calendar.js';
import { createContextAt } from './demoContext.js';
import { DEMO_PASSWORD, DEMO_PEOPLE, type DemoPerson } from './demoPeople.js';
import { firmware } from './firmware.js';
import { lamp } from './lamp.js';
import { shop } from './shop.js';
import { type People, buildTimeline } from './timeline.js';

const PROJECTS = [lamp, shop, firmware];

/** Why the demo cannot be created in a database; the message is for the operator. */
export class DemoError extends Error {}

interface Account {
  id: string;
  username: string;
  email: string;
}

/** Returns the demo's accounts that exist; throws DemoError if another account has one of their usernames. */
async function findAccounts(resources: Resources): Promise<Account[]> {
  const emails = DEMO_PEOPLE.map(({ email }) => email);
  const names = DEMO_PEOPLE.map(({ handle }) => handle);
  const { rows } = await sql<Account>`
    select id, lower(username) as username, lower(email) as email from account
    where lower(email) = any(${emails}::text[]) or lower(username) = any(${names}::text[])`.execute(
    resources.orm.em.fork().getKysely(),
  );
  const stranger = rows.find(({ email }) => !emails.includes(email));
  if (stranger) {
    throw new DemoError(`The username @${stranger.username} is taken: use a database without that account.`);
  }
  return rows;
}

const toPeople = (accounts: readonly Account[]): People =>
  Object.fromEntries(accounts.map(({ id, username }) => [username, id])) as Record<DemoPerson['handle'], string>;

/** Returns the demo's people if they are in the database. */
export async function findPeople(resources: Resources): Promise<People | undefined> {
  const accounts = await findAccounts(resources);
  return accounts.length === 0 ? undefined : toPeople(accounts);
}

async function registerAll(resources: Resources, now: Date): Promise<People> {
  const accounts: Account[] = [];
  // the operator creates these people, so SIGN_UP does not apply
  const open = {
    ...resources,
    env: { ...resources.env, signUp: 'open' as const, signUpGiven: true, signUpDomains: [] },
  };
  for (const [index, { handle, joined, ...person }] of DEMO_PEOPLE.entries()) {
    const ctx = createContextAt(open, timeAgo(now, joined, HOURS.account, index * 10), null);
    const { firstName, lastName, email } = person;
    const { user } = await register(ctx, { firstName, lastName, email, username: handle, password: DEMO_PASSWORD });
    accounts.push({ id: user.id, username: handle, email });
  }
  return toPeople(accounts);
}

/**
 * Fills a database with a team at work. Everything is created by the app's own commands, run with the time at which they would
 * have happened. Throws DemoError if the demo exists. `signal` stops between two commands.
 */
export async function fillDemo(resources: Resources, now: Date, signal?: AbortSignal): Promise<People> {
  if (await findPeople(resources)) throw new DemoError(`The demo data already exists. ${howToSignIn()}`);
  const people = await registerAll(resources, now);
  for (const { at, by, what, run } of buildTimeline(PROJECTS, people, now)) {
    signal?.throwIfAborted();
    await run(createContextAt(resources, at, { userId: people[by], sessionId: '' })).catch((error: unknown) => {
      throw new Error(`${by} could not ${what} at ${at.toISOString()}`, { cause: error });
    });
  }
  const [{ handle }] = DEMO_PEOPLE;
  const earlier = new Date(now.getTime() - DAY_MS / 12);
  await createNotification(createContextAt(resources, earlier, { userId: people[handle], sessionId: '' }), {
    title: 'Call the approval lab before noon',
    message: 'Ask for the beam drawing as a file, not on paper.',
  });
  return people;
}

export function howToSignIn(): string {
  const [first, ...others] = DEMO_PEOPLE.map(({ email }) => email);
  return `Sign in as ${first} (or ${others.join(', ')}) with the password ${DEMO_PASSWORD}`;
}
