import type { Module } from '../write/module.js';
import { ActivityResolver } from './activity.resolver.js';
import { HistoryEntryFields, ProjectActivityFields, TaskHistoryFields } from './history.resolver.js';
import { LastVisitResolver } from './lastVisit.resolver.js';
import { DescriptionVersionFields, TaskDescriptionVersionsFields } from './descriptionVersions.resolver.js';
import { historyRoutes } from './history.routes.js';

export const historyModule: Module = {
  resolvers: [
    HistoryEntryFields,
    LastVisitResolver,
    ActivityResolver,
    TaskHistoryFields,
    ProjectActivityFields,
    DescriptionVersionFields,
    TaskDescriptionVersionsFields,
  ],
  routes: historyRoutes,
};
