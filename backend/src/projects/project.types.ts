import { GraphQLDateTimeISO } from 'graphql-scalars';
import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import { ProjectRole } from '../../contract/enums.js';
import { LIMITS } from '../../contract/limits.js';
import { addMemberSchema, updateMemberSchema, updateProjectSchema } from '../../contract/projects.js';
import { describeEnum, orNull } from '../platform/graphql/describe.js';
import { idInputOf, inputOf } from '../platform/graphql/inputOf.js';
import { payloadOf, RevisionPayload } from '../platform/graphql/write.js';
import { connectionOf, PageArgsType } from '../platform/graphql/connection.js';
import { count, oneTo } from '../platform/graphql/limitWords.js';
import { Node } from '../platform/graphql/node.js';
import type { Moment } from '../platform/database/rows.js';

describeEnum(ProjectRole, 'ProjectRole', 'What a member may do in a project.', {
  OWNER: 'Can do what a MEMBER can, manages members and roles, and deletes the project.',
  MEMBER: 'Edits the project and its tasks, deletes tasks, and can leave.',
  COMMENTER: 'Reads the project and comments on its tasks.',
  VIEWER: 'Reads the project.',
});

@ObjectType('Project', { implements: Node, description: 'A project: the unit of ordering, access and live updates.' })
export class ProjectType implements Node {
  @Field(() => ID, { description: 'UUID.' })
  id!: string;

  @Field(() => String, { description: `${oneTo(LIMITS.projectNameMax)}.` })
  name!: string;

  @Field(() => String, {
    description: `Up to ${count(LIMITS.projectDescriptionMax)} characters; empty if there is none.`,
  })
  description!: string;

  @Field(() => String, { description: 'As `#rrggbb`.' })
  color!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'The prefix of the keys of its tasks, like HARB: 2 to 6 capital letters and digits. Null for a project of an ' +
      'earlier version until a job has proposed one.',
  })
  key!: string | null;

  @Field(() => Int, { description: 'Counts the writes to anything in the project; the position in its log.' })
  revision!: number;

  @Field(() => Int, { description: 'The revision of the last change to the project’s own fields.' })
  version!: number;

  @Field(() => GraphQLDateTimeISO, { description: 'When it was created.' })
  createdAt!: Moment;

  @Field(() => GraphQLDateTimeISO, { description: 'When its own fields were last changed.' })
  updatedAt!: Moment;

  @Field(() => GraphQLDateTimeISO, {
    nullable: true,
    description: 'When it was archived, since when nothing in it can be changed; null if it is not archived.',
  })
  archivedAt!: Moment | null;

  @Field(() => Boolean, {
    description:
      'Whether it was created by `createExampleProject`. An example has no other members, and no one is notified of it.',
  })
  isExample!: boolean;

  @Field(() => Boolean, {
    description:
      'Whether it is a template, from which `createProject` makes projects. Its tasks are in no figures, reminders or lists of ' +
      'all tasks.',
  })
  isTemplate!: boolean;

  @Field(() => ProjectRole, { description: 'Your role.' })
  viewerRole!: ProjectRole;
}

@ObjectType('ProjectMember', { description: 'A person’s membership in a project.' })
export class ProjectMemberType {
  @Field(() => ID, { description: 'The project.' })
  projectId!: string;

  @Field(() => ID, { description: 'The person.' })
  userId!: string;

  @Field(() => ProjectRole, { description: 'The role of the person.' })
  role!: ProjectRole;

  @Field(() => GraphQLDateTimeISO, { description: 'When the person joined.' })
  joinedAt!: Moment;
}

@ObjectType()
export abstract class ProjectWrittenType extends RevisionPayload {
  @Field(() => ProjectType, { description: 'The project as it is now.' })
  project!: ProjectType;
}

@ObjectType()
export abstract class MemberWrittenType extends RevisionPayload {
  @Field(() => ProjectMemberType, { description: 'The membership as it is now.' })
  member!: ProjectMemberType;
}

export const UpdateProjectPayload = payloadOf('UpdateProject', ProjectWrittenType);
export const ArchiveProjectPayload = payloadOf('ArchiveProject', ProjectWrittenType);
export const UnarchiveProjectPayload = payloadOf('UnarchiveProject', ProjectWrittenType);

@ObjectType({ description: 'Payload of `deleteProject`.' })
export class DeleteProjectPayload extends RevisionPayload {
  @Field(() => ID, { description: 'The deleted project.' })
  projectId!: string;
}

export const AddProjectMemberPayload = payloadOf('AddProjectMember', MemberWrittenType);
export const UpdateProjectMemberPayload = payloadOf('UpdateProjectMember', MemberWrittenType);

@ObjectType({ description: 'Payload of `removeProjectMember`.' })
export class RemoveProjectMemberPayload extends RevisionPayload {
  @Field(() => ID, { description: 'The project.' })
  projectId!: string;

  @Field(() => ID, { description: 'The removed member.' })
  userId!: string;
}

const NAME = `${oneTo(LIMITS.projectNameMax)}.`;
const DESCRIPTION = `Up to ${count(LIMITS.projectDescriptionMax)} characters.`;

export const UpdateProjectInput = inputOf('UpdateProject', {
  description: 'Input of `updateProject`: only the fields to change.',
  ids: { id: 'The project.' },
  schema: updateProjectSchema,
  descriptions: {
    name: NAME,
    description: DESCRIPTION,
    color: 'As `#rrggbb`.',
    key: 'Begins the keys of its tasks. OWNER only; keys with the former one still lead to the tasks.',
    isTemplate: 'Whether it is a template. A project can become one, and a project again.',
    version:
      'The version this change is based on. CONFLICT if others have changed the same fields differently since then.',
  },
});

const MUTED_PROJECT = { project: { type: ProjectType, description: 'The project as it is now.' } };

export const MuteProjectInput = inputOf('MuteProject', { ids: { projectId: 'The project.' } });
export const MuteProjectPayload = payloadOf('MuteProject', MUTED_PROJECT);
export const UnmuteProjectInput = inputOf('UnmuteProject', { ids: { projectId: 'The project.' } });
export const UnmuteProjectPayload = payloadOf('UnmuteProject', MUTED_PROJECT);

export const DeleteProjectInput = idInputOf('DeleteProject', 'The project.');
export const ArchiveProjectInput = idInputOf('ArchiveProject', 'The project.');
export const UnarchiveProjectInput = idInputOf('UnarchiveProject', 'The project.');

export const AddProjectMemberInput = inputOf('AddProjectMember', {
  ids: { projectId: 'The project.' },
  schema: addMemberSchema,
  descriptions: { userId: 'The person to add; `userLookup` finds them.', role: 'MEMBER by default.' },
});

export const UpdateProjectMemberInput = inputOf('UpdateProjectMember', {
  ids: { projectId: 'The project.', userId: 'The member.' },
  schema: updateMemberSchema,
  descriptions: { role: 'The new role.' },
});

export const RemoveProjectMemberInput = inputOf('RemoveProjectMember', {
  ids: { projectId: 'The project.', userId: 'The member; yourself to leave.' },
});

@ArgsType()
export class ProjectListArgsType extends PageArgsType {
  @Field(() => Boolean, orNull('true for archived projects; by default active ones.'))
  archived?: boolean | null;

  @Field(() => Boolean, orNull('true for templates alone, false for all others; by default both.'))
  templates?: boolean | null;
}

export const ProjectConnection = connectionOf(() => ProjectType, 'Project', 'projects');
export const ProjectMemberConnection = connectionOf(() => ProjectMemberType, 'ProjectMember', 'members');
