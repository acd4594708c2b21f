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

/** Every module with data or calls of its own. A module imports only those before it (`architecture.test.ts`). */
export const modules: readonly Module[] = [
  // People, as other people see them.
  usersModule,
  // Sign-in, sessions, tokens, two-factor, profile.
  authModule,
  // Projects, members and invitations.
  projectsModule,
  // Registration, deletion and administration of accounts.
  accountsModule,
  // Sign-in by an OpenID Connect provider, and identities.
  oidcModule,
  // The columns of a project’s board.
  columnsModule,
  // The tags of a project and their colors.
  tagsModule,
  // Tasks: lists, moves, bulk changes, search.
  tasksModule,
  // Saved views.
  viewsModule,
  // Statistics of the dashboard, and analytics over time.
  analyticsModule,
  // Checklist items.
  checklistModule,
  // Relations between tasks.
  relationsModule,
  // Comments.
  commentsModule,
  // Who watches a task, and who has muted it.
  watchingModule,
  // Files of tasks.
  attachmentsModule,
  // Tasks that repeat.
  repeatsModule,
  // Copies of tasks and projects, and templates.
  copiesModule,
  // The example project.
  exampleModule,
  // History, activity, and the changes since the last visit.
  historyModule,
  // The inbox, mail, push, digests.
  notificationsModule,
  // Exports of a person's data.
  exportsModule,
  // Imports of files from other programs.
  importsModule,
  // Links that show a project to visitors.
  sharingModule,
  // Calendar feeds: tasks as iCalendar.
  calendarsModule,
  // Subscriptions: the change feed over sockets.
  feedModule,
  // Messages about changes to addresses that people choose.
  webhooksModule,
  // Restore and purge of deleted objects.
  trashModule,
  // Undo of change sets.
  undoModule,
  // The calls of administrators.
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
