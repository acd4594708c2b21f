import { accountTable } from '../accounts/accountTable.js';
import { sessionTable } from '../accounts/sessionTable.js';
import {
  lift,
  makeAdmin,
  createPasswordLink,
  type Outcome,
  refuseUnknown,
  resetTwoFactor,
  signOut,
  suspend,
} from '../accounts/operator.service.js';
import { relinkIssuer } from '../oidc/relinkIssuer.js';
import type { Resources } from '../request/context.js';
import { type ProcessContext, runProcess } from '../platform/process/lifecycle.js';
import { openResources } from './openResources.js';
import { rotateKey } from './rotateKey.js';

const USAGE = `usage: npm run account -- COMMAND
  list                     show all accounts
  sessions [EMAIL]         show who is signed in: everyone, or one person
  suspend EMAIL            end all access of a person and block further sign-ins
  lift EMAIL               let the person of a suspended account sign in again
  sign-out EMAIL           end all sessions of a person
  reset-password EMAIL     print a link to set a new password
  reset-two-factor EMAIL   remove a second factor that its person has lost
  make-admin EMAIL         make a person an administrator
  relink-issuer OLD NEW    let people sign in after the OpenID Connect provider got another address
  rotate-key               encrypt with a new SECRET_KEY; the app must be stopped`;

type EmailCommand = (resources: Resources, email: string) => Promise<Outcome>;
const ON_ONE: ReadonlyMap<string, EmailCommand> = new Map([
  ['suspend', suspend],
  ['lift', lift],
  ['sign-out', signOut],
  ['make-admin', makeAdmin],
  ['reset-password', createPasswordLink],
  ['reset-two-factor', resetTwoFactor],
]);

async function print(table: ReturnType<typeof accountTable>, noun: string): Promise<Outcome> {
  let total = 0;
  for await (const { lines, count } of table) {
    total += count;
    process.stdout.write(`${lines.join('\n')}\n`);
  }
  return { isDone: true, text: `${total} ${noun}${total === 1 ? '' : 's'}` };
}

const list = async (context: ProcessContext): Promise<Outcome> =>
  print(accountTable(await openResources(context)), 'account');

async function sessions(context: ProcessContext, email?: string): Promise<Outcome> {
  const resources = await openResources(context);
  const refusal = email === undefined ? null : await refuseUnknown(resources, email);
  return refusal ?? print(sessionTable(resources, email), 'session');
}

/** Parses the command line; undefined if it is not a command. */
function readCommand([name = '', email, ...more]: string[]):
  | ((context: ProcessContext) => Promise<Outcome>)
  | undefined {
  const onOne = ON_ONE.get(name);
  if (name === 'sessions' && more.length === 0) return (context) => sessions(context, email);
  if (email === undefined)
    return new Map([
      ['list', list],
      ['rotate-key', rotateKey],
    ]).get(name);
  const [to, ...rest] = more;
  if (name === 'relink-issuer' && to !== undefined && rest.length === 0)
    return async (context) => relinkIssuer(await openResources(context), email, to);
  if (!onOne || more.length > 0) return undefined;
  return async (context) => onOne(await openResources(context), email);
}

const command = readCommand(process.argv.slice(2));
if (command) {
  await runProcess(
    async (context) => {
      const { isDone, text } = await command(context);
      if (isDone) console.log(text);
      else console.error(text);
      context.end(isDone ? 0 : 1);
    },
    { failed: 'The command failed', stopped: 1 },
  );
} else {
  console.error(USAGE);
  process.exitCode = 2;
}
