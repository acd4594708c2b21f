import type { ClientBase } from 'pg';
import { DatabaseClient } from '../kernel/databaseClient.js';
import { withoutDeadline } from '../kernel/deadline.js';

/** How values are written as text: the same whatever the role, the database or the server are set to. */
const FORMS = `
  set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set extra_float_digits = 3;
  set bytea_output = 'hex'; set client_encoding = 'UTF8'; set row_security = off`;

/** One statement here may read or write a whole table, and the other end may be slow. */
const PATIENCE = `
  set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = '60s';
  select set_config('transaction_timeout', '0', false) from pg_settings where name = 'transaction_timeout'`;

/** Prepares a connection for reading or writing whole tables. */
export async function prepareForTables(client: ClientBase): Promise<void> {
  await client.query(FORMS);
  await client.query(PATIENCE);
}

/**
 * Does work on a connection of its own: the time limits of all others would end it in the middle. Whatever is under way
 * on it is cut when the work fails.
 */
export function onOwnConnection<T>(url: string, work: (client: DatabaseClient) => Promise<T>): Promise<T> {
  return withoutDeadline(async () => {
    const client = new DatabaseClient({ connectionString: url, application_name: 'cairn-backup' });
    client.on('error', () => undefined);
    await client.connect();
    try {
      await prepareForTables(client);
      const result = await work(client);
      await client.end();
      return result;
    } catch (error) {
      client.cut();
      throw error;
    }
  });
}
