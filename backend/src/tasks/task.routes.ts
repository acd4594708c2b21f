import { TASK_GROUPINGS, TASK_ORDERS, type TaskOrder } from '../../contract/enums.js';
import { LIMITS } from '../../contract/limits.js';
import { bulkUpdateTasksSchema, taskFilterSchema } from '../../contract/tasks.js';
import { fieldError, invalid } from '../platform/lib/errors.js';
import { COST } from '../request/cost.js';
import { bulkUpdateTasks } from './bulk.service.js';
import { getBulkRun } from './bulkRun.service.js';
import { presentTask } from './task.presenter.js';
import { COUNTS } from './task.reads.js';
import { excerptTask } from '../../contract/excerpt.js';
import { getTask, listTaskGroups, listTasks } from './task.service.js';
import {
  answerPage,
  call,
  readFlag,
  readList,
  listOf,
  objectOf,
  readOne,
  paging,
  readWholeNumber,
  write,
  type RestRequest,
  type JsonSchema,
  type QueryParameter,
  type Row,
} from '../request/restRow.js';
import { jsonSchemaOf } from '../request/jsonSchema.js';

/** The type of a filter without null, which a query string cannot express. */
function withoutNull({ anyOf, ...schema }: JsonSchema): JsonSchema {
  const choices = ((anyOf as JsonSchema[] | undefined) ?? []).filter(({ type }) => type !== 'null');
  return choices.length > 1 ? { ...schema, anyOf: choices } : { ...schema, ...choices[0] };
}

const TASK_FILTER: readonly QueryParameter[] = Object.entries(
  (jsonSchemaOf(taskFilterSchema)['properties'] ?? {}) as Record<string, JsonSchema>,
).map(([name, schema]) => ({ name, schema: withoutNull(schema) }));

const TASK_QUERY: readonly QueryParameter[] = [
  ...TASK_FILTER,
  { name: 'orderBy', schema: { type: 'string', enum: TASK_ORDERS, default: 'CREATED_DESC' } },
];

const TASK_GROUPS_QUERY: readonly QueryParameter[] = [
  ...TASK_FILTER.filter(({ name }) => name !== 'timeZone'),
  { name: 'groupBy', schema: { type: 'string', enum: TASK_GROUPINGS }, required: true },
  {
    name: 'timeZone',
    schema: { type: 'string' },
    description: 'The time zone of due groups and of the filter; the one in your preferences by default.',
  },
];

/** The parsers of filter fields in a query string, by the type of the field. All other fields are single strings. */
const FORMS: Record<string, (query: Record<string, unknown>, name: string) => unknown> = {
  array: readList,
  boolean: readFlag,
  number: readWholeNumber,
};

/** Reads a filter; its parameters have the names of the contract. */
const taskFilter = ({ query }: RestRequest) =>
  Object.fromEntries(
    Object.entries(taskFilterSchema.entries).flatMap(([name, { wrapped }]) =>
      name in query ? [[name, (FORMS[wrapped.type] ?? readOne)(query, name)]] : [],
    ),
  );

function taskOrder({ query }: RestRequest): TaskOrder | undefined {
  const name = readOne(query, 'orderBy');
  const known = TASK_ORDERS.find((order) => order === name);
  if (name !== undefined && !known) {
    const message = `orderBy must be one of ${TASK_ORDERS.join(', ')}`;
    throw invalid({ orderBy: fieldError('notOneOf', message, { allowed: TASK_ORDERS }) });
  }
  return known;
}

export const taskRoutes: readonly Row[] = [
  call('get', '/tasks', 'tasks', {
    summary: 'The tasks of your projects',
    query: TASK_QUERY,
    paged: true,
    answer: listOf('Task'),
    // The list includes the counts and keys, which `presentTask` would read.
    run: async (ctx, request) =>
      answerPage(
        await listTasks(ctx, {
          ...paging(request.query),
          filter: taskFilter(request),
          orderBy: taskOrder(request),
          counts: COUNTS,
        }),
        (task) => ({ ...task, excerpt: excerptTask(task) }),
      ),
  }),
  call('get', '/tasks/groups', 'taskGroups', {
    summary: 'Count the tasks of your projects by group',
    cost: COST.figures,
    query: TASK_GROUPS_QUERY,
    answer: listOf('TaskGroup'),
    run: async (ctx, request) => {
      const [groupBy, timeZone] = [readOne(request.query, 'groupBy'), readOne(request.query, 'timeZone')];
      const groups = await listTaskGroups(ctx, { filter: taskFilter(request), groupBy, timeZone });
      return groups.map(({ key, count }) => ({ key, count }));
    },
  }),
  write('post', '/tasks', 'createTask', 'Create a task', { status: 201, refuses: ['NOT_FOUND'] }),
  call('patch', '/tasks/bulk', 'bulkUpdateTasks', {
    summary: `Change or delete up to ${LIMITS.bulkMax} tasks in one step`,
    body: bulkUpdateTasksSchema,
    answer: objectOf('TasksWritten'),
    refuses: ['NOT_FOUND'],
    run: async (ctx, { body }) => {
      const { tasks, deletedIds, revisions } = await bulkUpdateTasks(ctx, body);
      return { tasks: await Promise.all(tasks.map((row) => presentTask(ctx, row))), deletedIds, revisions };
    },
  }),
  write('post', '/bulk-runs', 'startBulkRun', 'Change or delete all matching tasks in the background', {
    status: 201,
    refuses: ['RATE_LIMITED'],
  }),
  call('get', '/bulk-runs/:id', 'bulkRun', {
    summary: 'The progress of a bulk run',
    answer: objectOf('BulkRun'),
    run: (ctx, { params }) => getBulkRun(ctx, params['id']),
  }),
  write('delete', '/bulk-runs/:id', 'stopBulkRun', 'Stop a bulk run; tasks it has changed stay changed'),
  call('get', '/tasks/:id', 'task', {
    summary: 'One of your tasks',
    query: [{ name: 'projectId', schema: { type: 'string', format: 'uuid' } }],
    answer: objectOf('Task'),
    run: async (ctx, { params }) => presentTask(ctx, await getTask(ctx, params['id'])),
  }),
  write('put', '/tasks/:id', 'updateTask', 'Change fields of a task, as PATCH does', { versioned: 'task' }),
  write('patch', '/tasks/:id', 'updateTask', 'Change fields of a task', {
    operationId: 'patchTask',
    versioned: 'task',
  }),
  write('delete', '/tasks/:id', 'deleteTask', 'Delete a task', { versioned: 'task' }),
  write('patch', '/tasks/:id/assign', 'assignTask', 'Assign a task to a member, or unassign it', { versioned: 'task' }),
  write('patch', '/tasks/:id/status', 'updateTaskStatus', 'Move a task to the first column of another status', {
    versioned: 'task',
  }),
  write('patch', '/tasks/:id/move', 'moveTask', 'Move a task to a place in a column', { versioned: 'task' }),
  write('patch', '/tasks/:id/project', 'moveTaskToProject', 'Move a task into another project', { versioned: 'task' }),
];
