import { randomUUID } from 'node:crypto';
import type { MikroORM } from '@mikro-orm/postgresql';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { foldTask } from '../../contract/fold.js';
import { migrate } from '../../src/platform/process/migrate.js';
import { migrations } from '../../src/platform/database/migrations.js';
import { createOrm } from '../../src/platform/database/orm.js';
import { entities } from '../../src/modules.js';
import { migrateJobs } from '../../src/platform/jobs/worker.js';
import { createLogger, type Logger } from '../../src/platform/telemetry/logger.js';
import { VERSION } from '../../src/platform/lib/version.js';
import { createDatabase, type TestDatabase } from '../support/postgres.js';

/** Indexes and constraints that only SQL can say, or says under PostgreSQL's own names. */
const KNOWN_TO_SQL_ALONE = new Set([
  'column_deleted_at_index',
  'column_project_id_index',
  'checklist_item_deleted_at_index',
  'checklist_item_project_id_index',
  'checklist_item_task_id_index',
  'checklist_item_task_id_rank_unique',
  'account_deletion_at_index',
  'account_email_unique',
  'account_preferences_check',
  'account_username_unique',
  'comment_deleted_at_index',
  'comment_project_order_index',
  'comment_task_id_index',
  'attachment_creator_id_index',
  'attachment_deleted_at_index',
  'attachment_file_id_index',
  'attachment_project_id_index',
  'attachment_task_id_index',
  'project_deleted_at_index',
  'project_key_index',
  'project_member_user_id_index',
  'project_purged_at_index',
  'session_expires_at_index',
  'session_user_id_index',
  'task_assignee_id_index',
  'task_creator_id_index',
  'task_project_id_deleted_at_index',
  'task_deleted_at_index',
  'task_due_date_index',
  'task_open_due_date_index',
  'task_open_assignee_index',
  'task_project_id_completed_at_desc_index',
  'task_project_id_completed_at_index',
  'task_project_id_created_at_index',
  'task_project_id_due_date_desc_index',
  'task_project_id_due_date_index',
  'task_project_id_priority_index',
  'task_project_id_rank_unique',
  'task_project_id_status_rank_index',
  'task_project_id_title_index',
  'task_project_id_updated_at_index',
  'task_search_index',
  'task_parent_id_index',
  'task_series_id_index',
  'task_start_date_index',
  'task_relation_deleted_at_index',
  'task_relation_kind_check',
  'task_relation_other_id_index',
  'task_relation_project_id_index',
  'task_relation_task_id_index',
]);
/** Accounts that were there before the column was get its default. */
const DEFAULTS = new Set(['alter table "account" alter column "preferences" drop default']);
const FOREIGN_KEYS = new Set([
  'checklist_item_project_id',
  'checklist_item_task_id',
  'comment_author_id',
  'comment_project_id',
  'comment_task_id',
  'attachment_file_id',
  'export_part_export_id',
  'file_part_file_id',
  'file_thumbnail_file_id',
  'held_notice_act',
  'import_line_import_id',
  'invitation_link_invitation_id',
  'project_member_project_id',
  'project_member_user_id',
  'session_user_id',
  'task_assignee_id',
  'task_creator_id',
  'task_project_id',
  'webhook_cursor_webhook_id',
  'webhook_delivery_webhook_id',
]);
/** Tables that are written and read by SQL alone. */
const BESIDE_ENTITIES = [
  'account_invitation',
  'api_token',
  'avatar',
  'bulk_run',
  'calendar_feed',
  'change',
  'deletion_project',
  'device',
  'digest_notice',
  'due_notice',
  'email_revert',
  'email_verification',
  'epoch',
  'export',
  'export_part',
  'file',
  'file_part',
  'file_thumbnail',
  'former_project_key',
  'share_link',
  'held_notice',
  'idempotency',
  'identity',
  'import',
  'import_line',
  'inbox',
  'invitation',
  'invitation_link',
  'login_challenge',
  'mikro_orm_migrations',
  'notification',
  'notification_event',
  'oidc_attempt',
  'password_reset',
  'push_key',
  'push_subscription',
  'rate',
  'recovery_code',
  'removed_object',
  'retired_hash_key',
  'saved_view',
  'security_event',
  'server_value',
  'sign_in_proof',
  'sweep',
  'task_number',
  'task_origin',
  'task_watch',
  'project_mute',
  'text_use',
  'text_version',
  'two_factor',
  'verified_email',
  'visit',
  'webhook',
  'webhook_cursor',
  'webhook_delivery',
];

let database: TestDatabase;
let orms: MikroORM[];

async function run(text: string, values: unknown[] = []): Promise<{ rows: { name: string }[] }> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return await client.query(text, values);
  } finally {
    await client.end();
  }
}

/** A statement that only renames a foreign key, or takes away what only SQL can say. */
function expected(statement: string): boolean {
  if (DEFAULTS.has(statement)) return true;
  const dropped = /^(?:drop index|alter table "\w+" drop constraint) "(\w+)"$/.exec(statement)?.[1] ?? '';
  const added = /^alter table "\w+" add constraint "(\w+)_foreign" foreign key/.exec(statement)?.[1] ?? '';
  return KNOWN_TO_SQL_ALONE.has(dropped) || FOREIGN_KEYS.has(dropped.replace(/_fkey$/, '')) || FOREIGN_KEYS.has(added);
}

/** What the ORM would still change to make the database fit the entities. */
async function differences([orm]: MikroORM[]): Promise<string[]> {
  const sql = await orm?.schema.getUpdateSchemaSQL({ wrap: false, dropTables: false });
  return (sql ?? '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '' && !expected(statement));
}

beforeAll(async () => {
  database = await createDatabase();
  orms = await Promise.all([1, 2, 3].map(() => createOrm({ url: database.url, entities })));
});
afterAll(async () => {
  await Promise.all(orms.map((orm) => orm.close(true)));
  await database.drop();
});

describe('migrating', () => {
  it('succeeds for several processes that start together on an empty database', async () => {
    await Promise.all(orms.map((orm) => migrate(orm, database.url)));
    const names = await orms[0]?.migrator.getExecuted();
    expect(names?.map(({ name }) => name)).toEqual(migrations.map(({ name }) => name));
  });

  it('logs an upgrade: from which schema to which, by which version of the app, in how long; a second start logs nothing', async () => {
    const fresh = await createDatabase();
    const orm = await createOrm({ url: fresh.url, entities });
    const lines: [Record<string, unknown>, string][] = [];
    const log = { ...createLogger('silent'), info: (...line: (typeof lines)[number]) => lines.push(line) };
    try {
      const from = migrations.at(-3)?.name ?? '';
      const to = migrations.at(-1)?.name;
      await orm.migrator.up({ to: from });
      await migrate(orm, fresh.url, log as unknown as Logger);
      await migrate(orm, fresh.url, log as unknown as Logger);
      expect(lines).toEqual([
        [{ from, to, version: VERSION, ms: expect.any(Number) }, `the schema was upgraded from ${from} to ${to}`],
      ]);
    } finally {
      await orm.close(true);
      await fresh.drop();
    }
  });

  it('is not ended by the time limits of requests', async () => {
    const fresh = await createDatabase();
    const orm = await createOrm({ url: fresh.url, entities });
    try {
      await orm.em.execute(`create function check_patience() returns event_trigger language plpgsql as
        $$ begin
          if tg_tag = 'CREATE INDEX' and current_setting('application_name') = 'cairn'
            and current_setting('statement_timeout') <> '0' then raise 'too little time'; end if;
        end $$`);
      await orm.em.execute('create event trigger patience on ddl_command_start execute function check_patience()');
      await migrate(orm, fresh.url);
      expect(await orm.migrator.getPending()).toEqual([]);
      const [settings] = await orm.em.execute<{ timeout: string }[]>(
        `select current_setting('statement_timeout') as timeout`,
      );
      expect(settings?.timeout).not.toBe('0');
    } finally {
      await orm.close(true);
      await fresh.drop();
    }
  });

  it('waits for the writes that have begun, of which none has to wait for it', async () => {
    const older = await createDatabase();
    const orm = await createOrm({ url: older.url, entities });
    const writer = new pg.Client(older.url);
    try {
      await orm.migrator.up({ to: 'Migration20261122202000_figures' });
      await writer.connect();
      // as each write does: its project first, then whatever it changes, and the log at the end
      await writer.query('begin; select 1 from project for no key update; update task set title = title');
      const migrating = migrate(orm, older.url);
      const waits = `select 1 from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
        where not l.granted`;
      await expect.poll(async () => (await writer.query(waits)).rowCount).toBe(1);
      await writer.query('update change set fields = fields; commit');
      await migrating;
      expect(await orm.migrator.getPending()).toEqual([]);
    } finally {
      await writer.end();
      await orm.close(true);
      await older.drop();
    }
  });

  it('leaves of what was deleted with its project only the project’s own mark', async () => {
    const fresh = await createDatabase();
    const orm = await createOrm({ url: fresh.url, entities });
    try {
      await orm.migrator.up({ to: 'Migration20261121050000_searchInProjects' });
      const [person, project, before, along] = [1, 2, 3, 4].map((n) => `00000000-0000-4000-8000-00000000000${n}`);
      await orm.em.execute(
        `insert into account (id, first_name, last_name, username, email, password_hash, created_at, updated_at)
         values (?, 'Mara', 'Okafor', 'mara', 'mara@tern.example', '', now(), now())`,
        [person],
      );
      await orm.em.execute(
        `insert into project (id, name, description, color, revision, version, created_at, updated_at, deleted_at,
           deleted_by, deleted_revision) values (?, 'Gone', '', '#123456', 5, 5, now(), now(), now(), ?, 5)`,
        [project, person],
      );
      for (const [id, revision] of [
        [before, 4],
        [along, 5],
      ]) {
        await orm.em.execute(
          `insert into task (id, project_id, title, description, status, priority, tags, rank, version, creator_id,
             created_at, updated_at, deleted_at, deleted_by, deleted_revision)
           values (?, ?, '', '', 'TODO', 'LOW', '{}', ?, 1, ?, now(), now(), now(), ?, ?)`,
          [id, project, `a${revision}`, person, person, revision],
        );
      }
      await migrate(orm, fresh.url);
      const marked = await orm.em.execute<{ id: string }[]>('select id from task where deleted_at is not null');
      expect(marked).toEqual([{ id: before }]);
      expect(await orm.em.execute('select 1 from project where deleted_at is not null')).toHaveLength(1);
    } finally {
      await orm.close(true);
      await fresh.drop();
    }
  });

  it('folds the texts of the tasks that are there, as the app folds new ones', async () => {
    const before = await createDatabase();
    const orm = await createOrm({ url: before.url, entities });
    try {
      await orm.migrator.up({ to: 'Migration20261121050000_searchInProjects' });
      const [account, project] = [randomUUID(), randomUUID()];
      await orm.em.execute(
        `insert into account (id, first_name, last_name, username, email, password_hash, created_at, updated_at)
         values (?, 'Mara', 'Okafor', 'mara', 'mara@tern.example', '', now(), now())`,
        [account],
      );
      await orm.em.execute(
        `insert into project (id, name, description, color, revision, version, created_at, updated_at)
         values (?, 'Tern launch', '', '#2c89a0', 1, 1, now(), now())`,
        [project],
      );
      const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }).map((it) => it.replaceAll('\0', ''));
      const texts = fc.sample(fc.record({ title: text, description: text }), { numRuns: 300, seed: 7 });
      const tasks = [{ title: 'Flug nach ZÜRICH', description: '' }, { title: 'ASCII', description: 'A\nB' }, ...texts];
      // more than one batch
      await orm.em.execute(
        `insert into task (id, project_id, title, description, status, priority, tags, rank, version, creator_id,
           created_at, updated_at)
         select gen_random_uuid(), ?, t.title, t.description, 'TODO', 'LOW', '{}', 'a' || n || '-' || t.place, 1, ?,
           now(), now()
         from generate_series(1, 20) n, jsonb_to_recordset(?::jsonb) as t (title text, description text, place int)`,
        [project, account, JSON.stringify(tasks.map((task, place) => ({ ...task, place })))],
      );
      await migrate(orm, before.url);
      const stored = await orm.em.execute<{ title: string; description: string; folded: string }[]>(
        'select title, description, folded from task',
      );
      expect(stored).toHaveLength(tasks.length * 20);
      expect(stored.filter((task) => task.folded !== foldTask(task))).toEqual([]);
    } finally {
      await orm.close(true);
      await before.drop();
    }
  });

  it('removes avatars with addresses of other sites, because pages no longer load them', async () => {
    const before = await createDatabase();
    const orm = await createOrm({ url: before.url, entities });
    try {
      await orm.migrator.up({ to: 'Migration20261122050000_account' });
      await orm.em.execute(
        `insert into account (id, first_name, last_name, username, email, password_hash, avatar, created_at, updated_at)
         values (?, 'Mara', 'Okafor', 'mara', 'mara@tern.example', '', 'https://tern.example/a.png', now(), now())`,
        [randomUUID()],
      );
      await migrate(orm, before.url);
      expect(await orm.em.execute('select avatar from account')).toEqual([{ avatar: null }]);
    } finally {
      await orm.close(true);
      await before.drop();
    }
  });

  it('fills in when tasks were completed, and removes commas from tags', async () => {
    const before = await createDatabase();
    const orm = await createOrm({ url: before.url, entities });
    try {
      await orm.migrator.up({ to: 'Migration20261122050000_account' });
      const [account, project, logged, unlogged, open] = [1, 2, 3, 4, 5].map(() => randomUUID());
      await orm.em.execute(
        `insert into account (id, first_name, last_name, username, email, password_hash, created_at, updated_at)
         values (?, 'Mara', 'Okafor', 'mara', 'mara@tern.example', '', now(), now())`,
        [account],
      );
      await orm.em.execute(
        `insert into project (id, name, description, color, revision, version, created_at, updated_at)
         values (?, 'Tern launch', '', '#2c89a0', 4, 1, now(), now())`,
        [project],
      );
      for (const [id, status] of [
        [logged, 'DONE'],
        [unlogged, 'DONE'],
        [open, 'TODO'],
      ]) {
        await orm.em.execute(
          `insert into task (id, project_id, title, description, folded, status, priority, tags, rank, version, creator_id,
             created_at, updated_at)
           values (?, ?, 'A', '', 'a', ?, 'LOW', array['a,b', ',', 'a b', 'plain', ' c , d,'], ?, 1, ?, now(), '2026-05-09T00:00:00Z')`,
          [id, project, status, `a${id}`, account],
        );
      }
      const lines: [string | undefined, number, string, string][] = [
        [logged, 2, '{"status":["TODO","DONE"]}', '2026-05-01T00:00:00Z'],
        [logged, 3, '{"status":["DONE","TODO"]}', '2026-05-02T00:00:00Z'],
        [logged, 4, '{"status":["TODO","DONE"]}', '2026-05-03T00:00:00Z'],
        [logged, 5, '{"title":["B","A"]}', '2026-05-04T00:00:00Z'],
        [open, 2, '{"status":["TODO","DONE"]}', '2026-05-01T00:00:00Z'],
      ];
      for (const [n, [id, revision, fields, at]] of lines.entries()) {
        await orm.em.execute(
          `insert into change (project_id, revision, n, entity, entity_id, action, actor_id, fields, at)
           values (?, ?, ?, 'task', ?, 'updated', ?, ?::jsonb, ?)`,
          [project, revision, n, id, account, fields, at],
        );
      }
      await migrate(orm, before.url);
      const found = await orm.em.execute<{ id: string; at: string | null; tags: string }[]>(
        `select id, to_char(completed_at at time zone 'UTC', 'YYYY-MM-DD') as at, array_to_string(tags, '|') as tags from task`,
      );
      const tags = 'a b|plain|c d';
      expect(new Map(found.map(({ id, ...rest }) => [id, rest]))).toEqual(
        new Map([
          [logged, { at: '2026-05-03', tags }],
          [unlogged, { at: '2026-05-09', tags }],
          [open, { at: null, tags }],
        ]),
      );
    } finally {
      await orm.close(true);
      await before.drop();
    }
  });

  it('of the queue ends no process whose connections the database cuts just then', async () => {
    const cut = await createDatabase();
    const admin = new pg.Client({ connectionString: inject('adminUrl') });
    await admin.connect();
    try {
      // an error without a listener fails the whole run, without saying why
      expect.assertions(1);
      for (let n = 0; n < 40; n += 1) {
        await migrateJobs(cut.url, createLogger('silent'));
        await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [cut.name]);
      }
      expect((await admin.query('select 1 from pg_database where datname = $1', [cut.name])).rowCount).toBe(1);
    } finally {
      await admin.end();
      await cut.drop();
    }
  });

  it('does nothing the second time', async () => {
    const [orm] = orms;
    if (!orm) throw new Error('no ORM');
    await migrate(orm, database.url);
    expect(await orm.migrator.getPending()).toEqual([]);
  });

  it('leaves exactly the tables and columns that the entities name', async () => {
    expect(await differences(orms)).toEqual([]);
    const { rows } = await run('select table_name as name from information_schema.tables where table_schema = $1', [
      'public',
    ]);
    const named = entities.map(({ meta }) => meta.tableName);
    expect(rows.map(({ name }) => name).sort()).toEqual([...named, ...BESIDE_ENTITIES].sort());
  });

  it('would be found out by this test if a column differed', async () => {
    await run(
      'alter table task alter column title drop not null, alter column version type bigint, add column extra int',
    );
    const found = (await differences(orms)).join('\n');
    for (const column of ['title', 'version', 'extra']) expect(found).toContain(`"${column}"`);
  });
});
