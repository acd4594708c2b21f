import { sql } from 'kysely';
import { NIL } from 'uuid';
import { withAsciiDomain } from '../../contract/auth.js';
import { describeDevice } from '../auth/describeDevice.js';
import { isLive } from '../auth/isLive.js';
import type { Resources } from '../request/context.js';
import { formatTable } from './accountTable.js';

/** An active session of the operator's list; times in UTC. */
interface ListedSession {
  id: string;
  email: string;
  device: string;
  address: string;
  signedIn: string;
  lastSeen: string;
}

const PAGE = 500;
const COLUMNS = [
  ['EMAIL', 'email', 32],
  ['DEVICE', 'device', 28],
  ['ADDRESS', 'address', 16],
  ['SIGNED IN', 'signedIn', 16],
  ['LAST SEEN', 'lastSeen', 16],
] as const;

/** Returns a time to the minute, in UTC. */
const toMinute = (time: string): string => new Date(time).toISOString().slice(0, 16).replace('T', ' ');

/** Yields the active sessions of all accounts or of one, page by page. The ids are in the order of the sign-ins. */
async function* listSessions({ orm, now }: Pick<Resources, 'orm' | 'now'>, email: string | undefined) {
  const isTheirs = email === undefined ? sql`true` : sql`lower(a.email) = lower(${withAsciiDomain(email.trim())})`;
  for (let after: string = NIL; ;) {
    const { rows } = await sql<ListedSession>`
      select s.id, a.email, s.user_agent as device, s.address, s.created_at as "signedIn",
        s.last_seen_at as "lastSeen"
      from session s join account a on a.id = s.user_id
      where ${isLive(now(), 's')} and a.email is not null and s.id > ${after} and ${isTheirs}
      order by s.id limit ${PAGE}`.execute(orm.em.fork().getKysely());
    if (rows.length > 0)
      yield rows.map((row) => ({
        ...row,
        device: describeDevice(row.device),
        signedIn: toMinute(row.signedIn),
        lastSeen: toMinute(row.lastSeen),
      }));
    if (rows.length < PAGE) return;
    after = rows.at(-1)?.id ?? NIL;
  }
}

/** Yields the lines of a table of the active sessions of all accounts or of one. */
export const sessionTable = (resources: Pick<Resources, 'orm' | 'now'>, email?: string) =>
  formatTable(COLUMNS, listSessions(resources, email));
