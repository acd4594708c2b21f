import { defineEntity, p } from '@mikro-orm/core';
import { tombstone } from '../db/tombstone.js';
import type { LogRule } from '../kernel/changeLog.js';

const ProjectSchema = defineEntity({
  name: 'Project',
  tableName: 'project',
  properties: {
    id: p.uuid().primary(),
    name: p.text(),
    description: p.text(),
    color: p.text(),
    revision: p.integer(),
    version: p.integer(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
    archivedAt: p.datetime(3).strictNullable(),
    ...tombstone,
    // since when it is being removed for good, which is no more taken back
    purgedAt: p.datetime(3).strictNullable(),
  },
});

/**
 * A project: the unit of order, access and live sync. `revision` counts the commands that ever changed anything in it;
 * `version` is the revision that last changed the project's own fields.
 */
export class Project extends ProjectSchema.class {
  static readonly log: LogRule<Project> = {
    entity: 'project',
    fields: ['name', 'description', 'color', 'archivedAt', 'deletedAt'],
    projectId: (it) => it.id,
    entityId: (it) => it.id,
  };
}
ProjectSchema.setClass(Project);
export { ProjectSchema };
