import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

export interface TestDatabase {
  name: string;
  url: string;
  drop(): Promise<void>;
}

/** Creates an empty database or a copy of `template`, which must have no connections. */
export async function createDatabase(template?: string): Promise<TestDatabase> {
  const name = `${inject('databasePrefix')}${randomBytes(6).toString('hex')}`;
  await asAdmin((admin) => admin.query(`create database ${name} ${template ? `template ${template}` : ''}`));
  return {
    name,
    url: urlOf(name),
    drop: () => asAdmin(async (admin) => void (await admin.query(`drop database if exists ${name} with (force)`))),
  };
}

/**
 * Returns a prepared database to copy from. The first test file that needs it prepares it; others wait. `prepare` must
 * close its connections.
 */
export async function templateDatabase(label: string, prepare: (url: string) => Promise<void>): Promise<string> {
  const name = `${inject('databasePrefix')}${label}`;
  await asAdmin(async (admin) => {
    await admin.query('select pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount) return;
    // renamed when complete, so that a failed preparation is never used
    const draft = `${name}_draft`;
    await admin.query(`drop database if exists ${draft} with (force)`);
    await admin.query(`create database ${draft}`);
    await prepare(urlOf(draft));
    await admin.query(`alter database ${draft} rename to ${name}`);
  });
  return name;
}

function urlOf(database: string): string {
  const url = new URL(inject('adminUrl'));
  url.pathname = `/${database}`;
  return url.href;
}

async function asAdmin<T>(work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: inject('adminUrl') });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}
