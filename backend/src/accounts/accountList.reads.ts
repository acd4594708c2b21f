import { sql } from 'kysely';
import { NIL } from 'uuid';
import type { Resources } from '../request/context.js';

/** A row of the operator's list; dates in UTC. */
export interface ListedAccount {
  id: string;
  email: string;
  name: string;
  username: string;
  created: string;
  lastSeen: string;
  state: string;
  twoFactor: string;
  /** 'yes' or empty. */
  isAdmin: string;
  owns: string;
}

const PAGE = 500;
const day = (text: string) => sql`to_char(${sql.raw(text)}, 'YYYY-MM-DD')`;

/** Yields all accounts except deleted ones, page by page, by creation. */
export async function* listAccounts({ orm }: Pick<Resources, 'orm'>): AsyncGenerator<ListedAccount[]> {
  for (let after: string = NIL; ;) {
    const { rows } = await sql<ListedAccount>`
      select a.id, a.email, a.first_name || ' ' || a.last_name as name, a.username, ${day('a.created_at')} as created,
        coalesce((select ${day('greatest(v.seen_at, max(s.last_seen_at))')} from session s where s.user_id = a.id), 'never')
          as "lastSeen",
        case when a.suspended_at is not null then 'suspended'
          when a.deletion_at is not null then 'being deleted' else 'active' end as state,
        case when t.user_id is null then 'off' else 'on' end as "twoFactor",
        case when a.is_admin then 'yes' else '' end as "isAdmin",
        (select count(*) from project_member m join project p on p.id = m.project_id and p.deleted_at is null
          where m.user_id = a.id and m.role = 'OWNER')::text as owns
      from account a left join visit v on v.user_id = a.id
      left join two_factor t on t.user_id = a.id and t.confirmed_at is not null
      where a.email is not null and a.id > ${after} order by a.id limit ${PAGE}`.execute(orm.em.fork().getKysely());
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE) return;
    after = rows.at(-1)?.id ?? NIL;
  }
}
