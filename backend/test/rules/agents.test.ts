import type { GraphQLObjectType } from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSchema } from '../../src/api/graphql/schema.js';
import { TASK_PARTS } from '../../src/mcp/taskParts.js';
import { kindsOf, partsOf } from '../../src/write/kinds.js';
import { Agents } from '../support/agents.js';
import { newPerson } from '../support/client.js';
import { startServer, type TestServer } from '../support/harness.js';
import { rows } from '../support/rows.js';

let server: TestServer;
const agents = new Agents(() => server);
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  await agents.close();
  await server.close();
});

/** Further tables with a foreign key to the task, each with the field of get_task that shows its rows, or why none does. */
const TABLES: Readonly<Record<string, { field: string } | { reason: string }>> = {
  task_watch: { field: 'watchers' },
  due_notice: { reason: 'says who was reminded' },
  import_line: { reason: 'is a line of the report of an import' },
  notification: { reason: 'is of one person, and repeats what was done' },
  task_origin: { reason: 'says what it was in another app' },
};

/** The fields of a task in the API, each with the field of get_task that has the same value, or why none does. */
const FIELDS: Readonly<Record<string, { field: string } | { reason: string }>> = {
  assignee: { field: 'task.assignee' },
  assigneeId: { field: 'task.assignee' },
  attachmentCount: { field: 'task.files' },
  attachments: { field: 'files' },
  blockedBy: { field: 'relations' },
  blocks: { field: 'relations' },
  checklist: { field: 'checklist' },
  checklistDone: { field: 'checklist' },
  checklistTotal: { field: 'checklistTotal' },
  columnId: { field: 'task.column' },
  commentCount: { field: 'commentsTotal' },
  comments: { field: 'comments' },
  completedAt: { reason: 'changes_since tells of it' },
  cover: { field: 'cover' },
  coverId: { field: 'cover' },
  createdAt: { reason: 'changes_since tells of it' },
  creator: { field: 'task.creator' },
  creatorId: { field: 'task.creator' },
  description: { field: 'description' },
  descriptionVersions: { reason: 'changes_since tells of changes' },
  dueDate: { field: 'task.due' },
  dueDay: { field: 'task.due' },
  excerpt: { field: 'task.excerpt' },
  history: { reason: 'changes_since tells of changes' },
  id: { field: 'task.id' },
  key: { field: 'task.key' },
  number: { field: 'task.key' },
  occurrence: { field: 'repeat' },
  openBlockers: { field: 'task.openBlockers' },
  origin: { reason: 'says what it was in another app' },
  parent: { field: 'task.parent' },
  parentId: { field: 'task.parent' },
  priority: { field: 'task.priority' },
  project: { field: 'task.project' },
  projectId: { field: 'task.project' },
  rank: { reason: 'move_task places it' },
  related: { field: 'relations' },
  relations: { field: 'relations' },
  repeat: { field: 'repeat' },
  seriesId: { reason: 'names the series only for programs that compare it' },
  startDate: { field: 'task.start' },
  status: { field: 'task.status' },
  subtasks: { field: 'subtasks' },
  subtasksDone: { field: 'subtasks' },
  subtasksTotal: { field: 'subtasksTotal' },
  tags: { field: 'task.tags' },
  title: { field: 'task.title' },
  updatedAt: { reason: 'changes_since tells of it' },
  version: { field: 'task.version' },
  watchers: { field: 'watchers' },
};

/** Returns the names of the fields of get_task; those of its task begin with `task.`. */
async function readAnswered(): Promise<string[]> {
  const agent = await agents.connect(await newPerson(server), { scope: 'READ' });
  const { tools } = await agent.listTools();
  interface Shape {
    properties?: Record<string, Shape>;
  }
  const { properties = {} } = (tools.find(({ name }) => name === 'get_task')?.outputSchema ?? {}) as Shape;
  const ofTask = Object.keys(properties['task']?.properties ?? {}).map((name) => `task.${name}`);
  return [...Object.keys(properties), ...ofTask];
}

/** Returns the fields that a table names, of those that get_task does not have. */
const findUnanswered = (answered: readonly string[], table: typeof FIELDS): string[] =>
  Object.values(table).flatMap((entry) => ('field' in entry && !answered.includes(entry.field) ? [entry.field] : []));

it('get_task answers every part of a task, or it is written down why not', async () => {
  const answered = await readAnswered();
  const ofTasks = new Set(partsOf(server.orm.em, 'task').map(({ name }) => name));
  for (const { name } of kindsOf(server.orm.em)) {
    // a subtask is no part of its parent, but is listed there
    expect(TASK_PARTS[name] !== null, name).toBe(ofTasks.has(name) || name === 'task');
    expect(answered, name).toEqual(expect.arrayContaining(Object.keys(TASK_PARTS[name]?.entries ?? {})));
  }
  const kinds = kindsOf(server.orm.em).map(({ tableName }) => tableName);
  const tables = await rows<{ name: string }>(
    server,
    `select distinct conrelid::regclass::text as name from pg_constraint
     where contype = 'f' and confrelid = 'task'::regclass`,
  );
  const others = tables.map(({ name }) => name).filter((name) => !kinds.includes(name));
  expect(others.toSorted()).toEqual(Object.keys(TABLES).toSorted());
  expect(findUnanswered(answered, TABLES)).toEqual([]);
});

it('get_task answers every field of a task, or it is written down why not', async () => {
  const type = createSchema().getType('Task') as GraphQLObjectType;
  expect(Object.keys(type.getFields()).toSorted()).toEqual(Object.keys(FIELDS).toSorted());
  expect(findUnanswered(await readAnswered(), FIELDS)).toEqual([]);
});
