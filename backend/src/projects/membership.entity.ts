import { defineEntity, p } from '@mikro-orm/core';
import { ProjectRole } from '../../contract/enums.js';
import type { LogRule } from '../write/changeLog.js';
import { User } from '../users/user.entity.js';
import { Project } from './project.entity.js';

const MembershipSchema = defineEntity({
  name: 'Membership',
  tableName: 'project_member',
  properties: {
    projectId: () => p.manyToOne(Project).joinColumn('project_id').mapToPk().primary().deleteRule('cascade'),
    userId: () => p.manyToOne(User).joinColumn('user_id').mapToPk().primary().deleteRule('cascade'),
    role: p.enum(() => ProjectRole).nativeEnumName('project_role'),
    joinedAt: p.datetime(3),
  },
});

export class Membership extends MembershipSchema.class {
  static readonly log: LogRule<Membership> = {
    entity: 'member',
    headline: 'role',
    fields: ['role', 'joinedAt'],
    copiedWith: null,
    projectId: (it) => it.projectId,
    entityId: (it) => it.userId,
  };
}
MembershipSchema.setClass(Membership);
export { MembershipSchema };
