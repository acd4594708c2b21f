import type { Pool, PoolClient } from 'pg';
import { ONE_PLAN_MARK } from '../kernel/onePlan.js';

/** How often a statement that has one plan is seen before it is worth keeping, and how many are kept. */
const WORTH_KEEPING = 5;
const AT_MOST = 200;

/** By text: how often it was sent, and its name once it has one. Texts come from our code, so they are few. */
const known = new Map<string, { sent: number; name: string | undefined }>();
let named = 0;

function nameOf(text: string): string | undefined {
  let statement = known.get(text);
  if (!statement) {
    if (!text.includes(ONE_PLAN_MARK)) return undefined;
    // lists written into the text make many; those of the past may be counted anew
    if (known.size >= 10 * AT_MOST) for (const [key, { name }] of known) if (!name) known.delete(key);
    known.set(text, (statement = { sent: 0, name: undefined }));
  }
  statement.sent += 1;
  if (!statement.name && statement.sent >= WORTH_KEEPING && named < AT_MOST) statement.name = `cairn_${++named}`;
  return statement.name;
}

/**
 * Statements that have one plan and come again and again are prepared: each connection parses them once, and plans them
 * once PostgreSQL finds that this is no worse (`plan_cache_mode = auto`). All others have no name, which PostgreSQL plans
 * with the values of each time. A pooler between us and PostgreSQL must know prepared statements (or keep sessions).
 */
export function prepareRepeated(pool: Pool): void {
  pool.on('connect', (client: PoolClient) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      const [text, values] = args;
      if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0 || args.length > 2) {
        return query(...args);
      }
      const name = nameOf(text);
      return name ? query({ name, text, values }) : query(text, values);
    }) as typeof client.query;
  });
}
