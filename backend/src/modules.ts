import 'reflect-metadata';
import { usersModule } from './users/module.js';
import { authModule } from './auth/module.js';
import { projectsModule } from './projects/module.js';
import { accountsModule } from './accounts/module.js';
import { oidcModule } from './oidc/module.js';
import { columnsModule } from './columns/module.js';
import { tagsModule } from './tags/module.js';
import { tasksModule } from './tasks/module.js';
import { viewsModule } from './views/module.js';
import { analyticsModule } from './analytics/module.js';
import { checklistModule } from './checklist/module.js';
import { relationsModule } from './relations/module.js';
import { commentsModule } from './comments/module.js';
import { watchingModule } from './watching/module.js';
import { attachmentsModule } from './attachments/module.js';
import { repeatsModule } from './repeats/module.js';
import { copiesModule } from './copies/module.js';
import { exampleModule } from './example/module.js';
import { historyModule } from './history/module.js';
import { notificationsModule } from './notifications/module.js';
import { exportsModule } from './exports/module.js';
import { importsModule } from './imports/module.js';
import { sharingModule } from './sharing/module.js';
import { calendarsModule } from './calendars/module.js';
import { feedModule } from './feed/module.js';
import { webhooksModule } from './webhooks/module.js';
import { trashModule } from './trash/module.js';
import { adminModule } from './admin/module.js';
import { undoModule } from './undo/module.js';
import type { Reactions } from './write/command.js';
import type { Module } from './write/module.js';

/** Every module, in the order of docs/modules.json. */
export const modules: readonly Module[] = [
  usersModule,
  authModule,
  projectsModule,
  accountsModule,
  oidcModule,
  columnsModule,
  tagsModule,
  tasksModule,
  viewsModule,
  analyticsModule,
  checklistModule,
  relationsModule,
  commentsModule,
  watchingModule,
  attachmentsModule,
  repeatsModule,
  copiesModule,
  exampleModule,
  historyModule,
  notificationsModule,
  exportsModule,
  importsModule,
  sharingModule,
  calendarsModule,
  feedModule,
  webhooksModule,
  trashModule,
  undoModule,
  adminModule,
];

export const entities = modules.flatMap((module) => module.entities ?? []);

const collectReactions = <Name extends keyof Reactions>(name: Name): Reactions[Name][number][] =>
  modules.flatMap<Reactions[Name][number]>((module) => module.reactions?.[name] ?? []);

/** The work of modules within the commands of other modules, in this order. */
export const reactions: Reactions = {
  collected: collectReactions('collected'),
  changed: collectReactions('changed'),
  editorLost: collectReactions('editorLost'),
  bulkRunEnded: collectReactions('bulkRunEnded'),
  emailVerified: collectReactions('emailVerified'),
};
