import { TASK_ORDERS, type TaskOrder } from '../../contract/enums.js';
import { createTasksSchema } from '../../contract/createTasks.js';
import { BULK_CREATE, LIMITS } from '../../contract/limits.js';
import {
  assignTaskSchema,
  bulkUpdateTasksSchema,
  createTaskSchema,
  moveTaskSchema,
  moveTaskToProjectSchema,
  startBulkRunSchema,
  taskFilterSchema,
  updateTaskSchema,
  updateTaskStatusSchema,
} from '../../contract/tasks.js';
import { createTasks } from '../comments/createTasks.service.js';
import type { Context } from '../kernel/context.js';
import { invalid } from '../kernel/errors.js';
import { presentHistory } from '../live/history.presenter.js';
import { readTaskHistory } from '../live/history.reads.js';
import { bulkUpdateTasks } from '../tasks/bulk.service.js';
import { getBulkRun, startBulkRun, stopBulkRun } from '../tasks/bulkRun.service.js';
import { moveTaskToProject } from '../tasks/moveToProject.service.js';
import { presentTask } from '../tasks/task.presenter.js';
import { COUNTS } from '../tasks/task.reads.js';
import {
  assignTask,
  createTask,
  deleteTask,
  getTask,
  listTaskGroups,
  listTasks,
  moveTask,
  updateTask,
  updateTaskStatus,
} from '../tasks/task.service.js';
import { listOf, objectOf } from './answers.js';
import { TASK_GROUPS_QUERY, TASK_QUERY } from './queryParameters.js';
import { answerPage, call, flag, list, one, paging, whole, type RestRequest, type Route } from './route.js';

/** How a query writes the fields of a filter that are no single texts. */
const FORMS: Record<string, (query: Record<string, unknown>, name: string) => unknown> = {
  array: list,
  boolean: flag,
  number: whole,
};

/** The filter of a list of tasks, by the names of the contract, which GraphQL uses too. */
const taskFilter = ({ query }: RestRequest) =>
  Object.fromEntries(
    Object.entries(taskFilterSchema.entries).flatMap(([name, { wrapped }]) =>
      name in query ? [[name, (FORMS[wrapped.type] ?? one)(query, name)]] : [],
    ),
  );

function taskOrder({ query }: RestRequest): TaskOrder | undefined {
  const name = one(query, 'orderBy');
  const known = TASK_ORDERS.find((order) => order === name);
  if (name !== undefined && !known) throw invalid({ orderBy: [`orderBy must be one of ${TASK_ORDERS.join(', ')}`] });
  return known;
}

/** Changes the fields of a task that the body names; what PUT and PATCH of a task do. */
const UPDATE_TASK = {
  summary: 'Change fields of a task',
  versioned: 'task' as const,
  body: updateTaskSchema,
  answer: objectOf('Task'),
  run: async (ctx: Context, { params, body }: RestRequest) =>
    presentTask(ctx, (await updateTask(ctx, params['id'], body)).task),
};

/** Tasks. */
export const taskRoutes: readonly Route[] = [
  call('get', '/tasks', 'tasks', {
    summary: 'The tasks of your projects',
    query: TASK_QUERY,
    paged: true,
    answer: listOf('Task'),
    // the list has counted: its rows are answered as they are
    run: async (ctx, request) =>
      answerPage(
        await listTasks(ctx, {
          ...paging(request.query),
          filter: taskFilter(request),
          orderBy: taskOrder(request),
          counts: COUNTS,
        }),
      ),
  }),
  call('get', '/tasks/groups', 'taskGroups', {
    summary: 'How the tasks of your projects fall into groups',
    query: TASK_GROUPS_QUERY,
    answer: listOf('TaskGroup'),
    run: async (ctx, request) => {
      const [groupBy, timeZone] = [one(request.query, 'groupBy'), one(request.query, 'timeZone')];
      const groups = await listTaskGroups(ctx, { filter: taskFilter(request), groupBy, timeZone });
      return groups.map(({ key, count }) => ({ key, count }));
    },
  }),
  call('post', '/tasks', 'createTask', {
    status: 201,
    summary: 'Make a task',
    body: createTaskSchema,
    answer: objectOf('Task'),
    refuses: ['NOT_FOUND'],
    run: async (ctx, { body }) => presentTask(ctx, (await createTask(ctx, body)).task),
  }),
  call('post', '/tasks/bulk', 'createTasks', {
    status: 201,
    summary: `Make up to ${BULK_CREATE.tasks} tasks, with comments, as one act`,
    body: createTasksSchema,
    answer: objectOf('TasksMade'),
    refuses: ['NOT_FOUND'],
    run: async (ctx, { body }) => {
      const { tasks, revision, revisions } = await createTasks(ctx, body);
      return { tasks: await Promise.all(tasks.map((row) => presentTask(ctx, row))), revision, revisions };
    },
  }),
  call('patch', '/tasks/bulk', 'bulkUpdateTasks', {
    summary: `Change or delete up to ${LIMITS.bulkMax} tasks as one act`,
    body: bulkUpdateTasksSchema,
    answer: objectOf('TasksWritten'),
    refuses: ['NOT_FOUND'],
    run: async (ctx, { body }) => {
      const { tasks, deletedIds, revisions } = await bulkUpdateTasks(ctx, body);
      return { tasks: await Promise.all(tasks.map((row) => presentTask(ctx, row))), deletedIds, revisions };
    },
  }),
  call('post', '/bulk-runs', 'startBulkRun', {
    status: 201,
    summary: 'Change or delete all tasks that match, however long it takes',
    body: startBulkRunSchema,
    answer: objectOf('BulkRun'),
    refuses: ['RATE_LIMITED'],
    run: async (ctx, { body }) => (await startBulkRun(ctx, body)).run,
  }),
  call('get', '/bulk-runs/:id', 'bulkRun', {
    summary: 'How far a change of many tasks is',
    answer: objectOf('BulkRun'),
    run: (ctx, { params }) => getBulkRun(ctx, params['id']),
  }),
  call('delete', '/bulk-runs/:id', 'stopBulkRun', {
    summary: 'Stop a change of many tasks; what it has changed stays so',
    run: (ctx, { params }) => stopBulkRun(ctx, params['id']),
  }),
  call('get', '/tasks/:id', 'task', {
    summary: 'One of your tasks',
    answer: objectOf('Task'),
    run: async (ctx, { params }) => presentTask(ctx, await getTask(ctx, params['id'])),
  }),
  call('put', '/tasks/:id', 'updateTask', { ...UPDATE_TASK, summary: 'Change fields of a task, as PATCH does' }),
  call('patch', '/tasks/:id', 'updateTask', { ...UPDATE_TASK, operationId: 'patchTask' }),
  call('delete', '/tasks/:id', 'deleteTask', {
    summary: 'Delete a task',
    versioned: 'task',
    run: (ctx, { params }) => deleteTask(ctx, params['id']),
  }),
  call('patch', '/tasks/:id/assign', 'assignTask', {
    summary: 'Give a task to a member, or to nobody',
    versioned: 'task',
    body: assignTaskSchema,
    answer: objectOf('Task'),
    run: async (ctx, { params, body }) => presentTask(ctx, (await assignTask(ctx, params['id'], body)).task),
  }),
  call('patch', '/tasks/:id/status', 'updateTaskStatus', {
    summary: 'Put a task into another column',
    versioned: 'task',
    body: updateTaskStatusSchema,
    answer: objectOf('Task'),
    run: async (ctx, { params, body }) => presentTask(ctx, (await updateTaskStatus(ctx, params['id'], body)).task),
  }),
  call('patch', '/tasks/:id/move', 'moveTask', {
    summary: 'Drop a task into a column at a place',
    versioned: 'task',
    body: moveTaskSchema,
    answer: objectOf('Task'),
    run: async (ctx, { params, body }) => presentTask(ctx, (await moveTask(ctx, params['id'], body)).task),
  }),
  call('patch', '/tasks/:id/project', 'moveTaskToProject', {
    summary: 'Move a task into another project',
    versioned: 'task',
    body: moveTaskToProjectSchema,
    answer: objectOf('Task'),
    run: async (ctx, { params, body }) => presentTask(ctx, (await moveTaskToProject(ctx, params['id'], body)).task),
  }),
  call('get', '/tasks/:id/history', 'task', {
    summary: 'What happened to a task, newest first',
    operationId: 'taskHistory',
    description: 'Who did what to a task, from what to what, newest first.',
    paged: true,
    answer: listOf('HistoryEntry'),
    run: async (ctx, { params, query }) =>
      answerPage(await readTaskHistory(ctx, await getTask(ctx, params['id']), paging(query)), (row) =>
        presentHistory(ctx, row),
      ),
  }),
];
