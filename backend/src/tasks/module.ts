import type { Module } from '../write/module.js';
import { runBulkRun, runStopBulkRun } from './bulkRun.job.js';
import { BulkRunResolver } from './bulkRun.resolver.js';
import { recordChangeSets } from './bulkRun.service.js';
import { fillKeys } from './fillKeys.job.js';
import { leaveSeriesOfRestored } from './series.js';
import { TaskSchema } from './task.entity.js';
import { ProjectTaskFields, TaskFields, TaskGroupFields } from './task.fields.js';
import { SubtaskResolver, TaskSubtaskFields } from './subtask.resolver.js';
import { subtaskRoutes } from './subtask.routes.js';
import { TaskResolver } from './task.resolver.js';
import { unassignOpenTasks } from './task.service.js';
import { taskRoutes } from './task.routes.js';
import { numberTasks } from './taskKeys.js';
import { presentTask } from './task.presenter.js';
import { getTask } from './task.service.js';
import { unassignReopened } from './unassignReopened.js';

export const tasksModule: Module = {
  entities: [TaskSchema],
  resolvers: [
    TaskFields,
    ProjectTaskFields,
    TaskGroupFields,
    TaskSubtaskFields,
    TaskResolver,
    SubtaskResolver,
    BulkRunResolver,
  ],
  routes: [...taskRoutes, ...subtaskRoutes],
  versioned: { task: { param: 'id', present: async (ctx, id) => presentTask(ctx, await getTask(ctx, id)) } },
  jobs: {
    bulkRun: (resources, payload, { job }) => runBulkRun(resources, payload, job.attempts),
    stopBulkRun: runStopBulkRun,
    fillKeys,
  },
  // for objects that an earlier version creates while it runs beside this one
  crontab: ['*/10 * * * * fillKeys ?max=3'],
  jobsAtStart: ['fillKeys'],
  reactions: {
    collected: [unassignReopened, leaveSeriesOfRestored],
    changed: [recordChangeSets, numberTasks],
    editorLost: [unassignOpenTasks],
  },
};
