import { accountTable } from './auth/accountTable.js';
import { lift, makePasswordLink, type Outcome, resetTwoFactor, signOut, suspend } from './auth/operator.service.js';
import { databaseBeside } from './databaseBeside.js';
import { migrate } from './db/migrate.js';
import type { Resources } from './kernel/context.js';
import { type Life, live } from './lifecycle.js';
import { createResources } from './resources.js';
import { rotateKey } from './rotateKey.js';

const USAGE = `usage: npm run account -- COMMAND
  list                     show all accounts
  suspend EMAIL            end all access of a person, and let nobody sign in to the account
  lift EMAIL               let the person of a suspended account sign in again
  sign-out EMAIL           end all sessions of a person
  reset-password EMAIL     print a link to a new password
  reset-two-factor EMAIL   remove a second factor that its person has lost
  rotate-key               encrypt with a new SECRET_KEY; the app must be stopped`;

type EmailCommand = (resources: Resources, email: string) => Promise<Outcome>;
const ON_ONE: ReadonlyMap<string, EmailCommand> = new Map([
  ['suspend', suspend],
  ['lift', lift],
  ['sign-out', signOut],
  ['reset-password', makePasswordLink],
  ['reset-two-factor', resetTwoFactor],
]);

/** Opens what a command works on; the app may run or not. */
async function openResources(life: Life): Promise<Resources> {
  const { env, log, opened } = life;
  const url = await databaseBeside(life);
  const resources = await createResources({ env, log, databaseUrl: url });
  opened(resources.close);
  await migrate(resources.orm, url);
  return resources;
}

/** Prints all accounts, page by page. */
async function list(life: Life): Promise<Outcome> {
  const resources = await openResources(life);
  let count = 0;
  for await (const { lines, accounts } of accountTable(resources)) {
    count += accounts;
    process.stdout.write(`${lines.join('\n')}\n`);
  }
  return { isDone: true, text: `${count} ${count === 1 ? 'account' : 'accounts'}` };
}

/** What the words after `npm run account --` ask for; undefined where they are no command. */
function readCommand([name = '', email, ...more]: string[]): ((life: Life) => Promise<Outcome>) | undefined {
  const onOne = ON_ONE.get(name);
  if (email === undefined)
    return new Map([
      ['list', list],
      ['rotate-key', rotateKey],
    ]).get(name);
  if (!onOne || more.length > 0) return undefined;
  return async (life) => onOne(await openResources(life), email);
}

const command = readCommand(process.argv.slice(2));
if (command) {
  await live(
    async (life) => {
      const { isDone, text } = await command(life);
      if (isDone) console.log(text);
      else console.error(text);
      life.end(isDone ? 0 : 1);
    },
    { failed: 'The command failed', told: 1 },
  );
} else {
  console.error(USAGE);
  process.exitCode = 2;
}
