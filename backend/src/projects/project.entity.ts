import { defineEntity, p } from '@mikro-orm/core';
import { TextMapType } from '../platform/database/textMap.js';
import { softDeleteColumns } from '../platform/database/softDelete.js';
import type { LogRule } from '../write/changeLog.js';

const ProjectSchema = defineEntity({
  name: 'Project',
  tableName: 'project',
  properties: {
    id: p.uuid().primary(),
    name: p.text(),
    description: p.text(),
    color: p.text(),
    // the prefix of its tasks' keys; null until the backfill job has proposed one
    key: p.text().strictNullable(),
    // the colors of its tags by their names
    tagColors: p.type(TextMapType).$type<Readonly<Record<string, string>>>().defaultRaw(`'{}'`),
    // An example project belongs to its creator alone, and causes no notifications.
    isExample: p.boolean().default(false),
    // A template is excluded from figures, reminders, searches and lists of all tasks.
    isTemplate: p.boolean().default(false),
    revision: p.integer(),
    version: p.integer(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
    archivedAt: p.datetime(3).strictNullable(),
    ...softDeleteColumns,
    // set when the final purge begins; the project can no longer be restored
    purgedAt: p.datetime(3).strictNullable(),
  },
});

/**
 * The unit of ordering, access and live sync. `revision` counts the commands that changed anything in the project;
 * `version` is the revision of the last change to the project's own fields.
 */
export class Project extends ProjectSchema.class {
  static readonly log: LogRule<Project> = {
    entity: 'project',
    headline: 'name',
    fields: ['name', 'description', 'color', 'key', 'tagColors', 'isTemplate', 'archivedAt', 'deletedAt'],
    maps: ['tagColors'],
    copiedWith: null,
    projectId: (it) => it.id,
    entityId: (it) => it.id,
  };
}
ProjectSchema.setClass(Project);
export { ProjectSchema };
