import { randomUUID } from 'node:crypto';
import type { TestServer } from './harness.js';
import { rows } from './rows.js';

const REPORT = {
  made: { tasks: 2, comments: 1, checklistItems: 0, columns: 1 },
  kept: { tasks: 0, comments: 0, checklistItems: 0, columns: 0 },
  undone: null,
  refused: 1,
  lines: 2,
};

const PLAN = {
  name: 'Garden',
  fields: [{ column: 'Name', field: 'TITLE', samples: ['Dig'] }],
  dateOrder: null,
  lists: [
    {
      name: 'Beds',
      tasks: 2,
      isArchived: false,
      columnId: null,
      columnName: 'Beds',
      status: 'TODO',
      isNew: true,
      isTagged: false,
    },
  ],
  people: [{ name: 'Ines Sol', tasks: 1, userId: null }],
  tasks: 3,
  archived: 1,
  comments: 1,
  checklistItems: 0,
};

/** Inserts an import into a project that has ended, and returns its id. It has made nothing. */
export async function endedImport(server: TestServer, userId: string, projectId: string | null): Promise<string> {
  const id = randomUUID();
  await rows(
    server,
    `insert into import (id, user_id, source, state, dry_run, target_id, project_id, mapping, people, plan, report, done, total,
       created_at, finished_at, expires_at)
     values (?, ?, 'TRELLO', 'DONE', false, ?, ?, '{}', '[]', ?::text::jsonb, ?::text::jsonb, 3, 3, now() - interval '25 hours',
       now(), now() + interval '1 day')`,
    [id, userId, projectId ?? randomUUID(), projectId, JSON.stringify(PLAN), JSON.stringify(REPORT)],
  );
  await rows(
    server,
    `insert into import_line (import_id, n, is_refused, item, what, why)
     values (?, 0, false, 'Card “Dig”', 'Votes', 'left out: tasks have no votes'),
       (?, 1, true, 'Card “Old”', 'Task', 'archived: you chose to leave these out')`,
    [id, id],
  );
  return id;
}

/** Inserts an import that waits for its file, and returns its id. */
export async function waitingImport(server: TestServer, userId: string): Promise<string> {
  const id = await endedImport(server, userId, null);
  await rows(server, "update import set state = 'WAITING', plan = null, done = 0, total = 0 where id = ?", [id]);
  return id;
}
