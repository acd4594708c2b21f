import type { ClientBase } from 'pg';
import { DatabaseClient } from '../platform/database/databaseClient.js';
import { withoutDeadline } from '../platform/lib/deadline.js';

/** Fixes how values are written as text, whatever the role, database or server settings. */
const TEXT_FORMAT = `
  set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set extra_float_digits = 3;
  set bytea_output = 'hex'; set client_encoding = 'UTF8'; set row_security = off`;

/** A statement can read or write a whole table, and the other end can be slow. */
const NO_TIMEOUTS = `
  set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = '60s';
  select set_config('transaction_timeout', '0', false) from pg_settings where name = 'transaction_timeout'`;

export async function prepareForTables(client: ClientBase): Promise<void> {
  await client.query(TEXT_FORMAT);
  await client.query(NO_TIMEOUTS);
}

/** Runs work on a separate connection without time limits. A running statement is cut when the work fails. */
export function withBackupConnection<T>(url: string, work: (client: DatabaseClient) => Promise<T>): Promise<T> {
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
