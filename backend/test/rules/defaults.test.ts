import { readdirSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';

const CONTRACT = path.join(import.meta.dirname, '../../contract');

interface Shape {
  type: string;
  wrapped?: Shape;
  item?: Shape;
  entries?: Record<string, Shape>;
  pipe?: readonly [Shape];
}

/** The fields that have a value when they are left out, as paths like `createTaskSchema.status`. */
function* defaultsOf(shape: Shape, path: string): Generator<string> {
  for (const within of [shape.wrapped, shape.item, shape.pipe?.[0]]) {
    if (within && within !== shape) yield* defaultsOf(within, path);
  }
  // a pipe of an object has its entries as well
  for (const [name, field] of Object.entries(shape.pipe ? {} : (shape.entries ?? {}))) {
    const read = v.safeParse(field as v.GenericSchema, undefined);
    if (field.type !== 'exact_optional' && read.success && read.output !== undefined) yield `${path}.${name}`;
    yield* defaultsOf(field, `${path}.${name}`);
  }
}

const isSchema = (value: unknown): value is v.GenericSchema =>
  typeof value === 'object' && value !== null && (value as { kind?: string }).kind === 'schema';

/** The defaults of release 0.3.0. The hash of a write holds them, so they stay as they are. */
const RELEASED: readonly string[] = [
  'addMemberSchema.role',
  'createNotificationSchema.message',
  'createProjectSchema.description',
  'createTaskSchema.assigneeId',
  'createTaskSchema.description',
  'createTaskSchema.dueDate',
  'createTaskSchema.status',
  'createTaskSchema.tags',
  'createTasksSchema.tasks.assigneeId',
  'createTasksSchema.tasks.comments',
  'createTasksSchema.tasks.description',
  'createTasksSchema.tasks.dueDate',
  'createTasksSchema.tasks.status',
  'createTasksSchema.tasks.tags',
  'deleteAccountSchema.projects',
  'inviteMemberSchema.role',
  // a task of createTasksSchema
  'newTaskSchema.assigneeId',
  'newTaskSchema.comments',
  'newTaskSchema.description',
  'newTaskSchema.dueDate',
  'newTaskSchema.status',
  'newTaskSchema.tags',
  'projectListSchema.archived',
  'saveViewSchema.filter',
  'saveViewSchema.groupBy',
  'saveViewSchema.layout',
  'saveViewSchema.orderBy',
  'saveViewSchema.projectId',
  'startBulkRunSchema.except',
  'startBulkRunSchema.filter',
];

describe('a field of the contract', () => {
  it('has no new default, which would turn the repeat of an older request into a CONFLICT', async () => {
    const files = readdirSync(CONTRACT).filter((name) => name.endsWith('.ts') && !name.includes('.test.'));
    const modules = await Promise.all(
      files.map((name) => import(path.join(CONTRACT, name)) as Promise<Record<string, unknown>>),
    );
    const schemas = modules.flatMap((exported) => Object.entries(exported)).filter(([, value]) => isSchema(value));
    const found = schemas
      .filter(([name]) => name.endsWith('Schema') && !name.endsWith('FormSchema'))
      .flatMap(([name, schema]) => [...defaultsOf(schema as Shape, name)]);
    expect([...new Set(found)].sort()).toEqual(RELEASED);
  });
});
