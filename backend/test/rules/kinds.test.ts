import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ChangeEntity } from '../../contract/enums.js';
import { kindsOf, partsOf } from '../../src/write/kinds.js';
import { startServer, type TestServer } from '../support/harness.js';
import { rows } from '../support/rows.js';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

/** Foreign keys to an object of a project's log from rows that are no such objects, and what a purge does with the rows. */
const REFERENCES: Readonly<Record<string, string>> = {
  'change.project_id → project': 'the log is removed with its project',
  'deletion_project.project_id → project': 'a plan for the project is removed with it',
  'due_notice.task_id → task': 'says that someone was told, and is removed with the task',
  'former_project_key.project_id → project': 'is removed with the project',
  'import.project_id → project': 'is removed with the project',
  'import_line.task_id → task': 'is removed with the task',
  'task_origin.task_id → task': 'is removed with the task',
  'invitation.project_id,inviter_id → project_member': 'ends with the membership of who sent it',
  'share_link.project_id,creator_id → project_member': 'ends with the membership of who created it',
  'webhook.user_id,project_id → project_member': 'ends with the membership of who created it',
  'webhook_cursor.project_id → project': 'is removed with the project',
  'webhook_delivery.project_id → project': 'is removed with the project',
  'notification.project_id → project': 'stays without its words',
  'notification.task_id → task': 'stays without its words',
  'project_member.project_id → project': 'is removed with the project',
  'task_number.project_id → project': 'is removed with the project, and stays if only the task is purged',
  'task_watch.task_id → task': 'says who watches it, and is removed with the task',
  'project_mute.project_id,user_id → project_member': 'ends with the membership of who muted the project',
  'text_use.project_id → project': 'is removed with the project, and with the object that it names',
  'text_version.project_id → project': 'is removed with the project, and with the last object whose lines have it',
};

describe('a foreign key to a project, a task or a part of one', () => {
  it('belongs to a part, which is deleted, restored, moved and purged with it, or it is written down what a purge does', async () => {
    const kinds = kindsOf(server.orm.em);
    expect(kinds.map(({ name, owners }) => [name, ...owners.map((owner) => owner.name)])).toEqual([
      ['attachment', 'task'],
      ['checklist_item', 'task'],
      ['comment', 'task'],
      ['task_relation', 'task', 'task'],
      ['column'],
      ['member'],
      ['task'],
    ]);
    for (const { name, owners, copiedWith } of kinds) {
      expect(copiedWith !== null, `${name} says which copies of a task have it`).toBe(owners.length > 0);
    }
    // what a move between projects writes of them
    for (const part of partsOf(server.orm.em, 'task')) expect(part.logged).toBeDefined();
    const named = Object.values(ChangeEntity).map((name) => name.toLowerCase());
    expect(['project', ...kinds.map(({ name }) => name)].sort()).toEqual(named.sort());
    const objects = ['project', ...kinds.map(({ tableName }) => tableName)];
    const parts = kinds.filter(({ isSoftDeleted }) => isSoftDeleted).map(({ tableName }) => tableName);
    const keys = await rows<{ from: string; to: string; columns: string }>(
      server,
      `select k.conrelid::regclass::text as "from", k.confrelid::regclass::text as "to", (
         select string_agg(a.attname, ',' order by a.attnum) from pg_attribute a
         where a.attrelid = k.conrelid and a.attnum = any(k.conkey)) as columns
       from pg_constraint k where k.contype = 'f'`,
    );
    for (const key of keys) key.from = key.from.replaceAll('"', '');
    const others = keys.filter(({ from, to }) => objects.includes(to) && !parts.includes(from));
    expect(others.map(({ from, to, columns }) => `${from}.${columns} → ${to}`).sort()).toEqual(
      Object.keys(REFERENCES).sort(),
    );
  });
});
