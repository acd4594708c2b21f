import { GraphQLDateTimeISO } from 'graphql-scalars';
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { ProjectRole } from '../../contract/enums.js';
import { LIMITS } from '../../contract/limits.js';
import { idInputOf, payloadOf, RevisionPayload, WriteInput } from '../kernel/graphql/write.js';
import { connectionOf, PageArgsType } from '../kernel/graphql/connection.js';
import { count, oneTo } from '../kernel/graphql/limitWords.js';
import { Node } from '../kernel/graphql/node.js';
import type { Moment } from '../kernel/rows.js';

registerEnumType(ProjectRole, {
  name: 'ProjectRole',
  description: 'What a member may do in a project.',
  valuesConfig: {
    OWNER: { description: 'All a MEMBER may; also manages members and roles and deletes the project.' },
    MEMBER: { description: 'Edits the project and its tasks, deletes tasks, may leave.' },
  },
});

@ObjectType('Project', { implements: Node, description: 'A project: the unit of order, access and live updates.' })
export class ProjectType implements Node {
  @Field(() => ID, { description: 'UUID.' })
  id!: string;

  @Field(() => String, { description: `${oneTo(LIMITS.projectNameMax)}.` })
  name!: string;

  @Field(() => String, {
    description: `Up to ${count(LIMITS.projectDescriptionMax)} characters; empty when there is none.`,
  })
  description!: string;

  @Field(() => String, { description: 'As `#rrggbb`.' })
  color!: string;

  @Field(() => Int, { description: 'Counts the writes to anything in the project; the position in its log.' })
  revision!: number;

  @Field(() => Int, { description: 'The revision that last changed the project’s own fields.' })
  version!: number;

  @Field(() => GraphQLDateTimeISO, { description: 'When it was made.' })
  createdAt!: Moment;

  @Field(() => GraphQLDateTimeISO, { description: 'When its own fields were last changed.' })
  updatedAt!: Moment;

  @Field(() => GraphQLDateTimeISO, {
    nullable: true,
    description: 'Since when it is archived, and nothing in it can be changed; null when it is not.',
  })
  archivedAt!: Moment | null;

  @Field(() => ProjectRole, { description: 'The role of whoever asks.' })
  viewerRole!: ProjectRole;
}

@ObjectType('ProjectMember', { description: 'That a person belongs to a project.' })
export class ProjectMemberType {
  @Field(() => ID, { description: 'The project.' })
  projectId!: string;

  @Field(() => ID, { description: 'The person.' })
  userId!: string;

  @Field(() => ProjectRole, { description: 'What they may do.' })
  role!: ProjectRole;

  @Field(() => GraphQLDateTimeISO, { description: 'Since when.' })
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

export const CreateProjectPayload = payloadOf('CreateProject', ProjectWrittenType);
export const UpdateProjectPayload = payloadOf('UpdateProject', ProjectWrittenType);
export const ArchiveProjectPayload = payloadOf('ArchiveProject', ProjectWrittenType);
export const UnarchiveProjectPayload = payloadOf('UnarchiveProject', ProjectWrittenType);

@ObjectType({ description: 'What `deleteProject` answers.' })
export class DeleteProjectPayload extends RevisionPayload {
  @Field(() => ID, { description: 'The project that is gone.' })
  projectId!: string;
}

export const AddProjectMemberPayload = payloadOf('AddProjectMember', MemberWrittenType);
export const UpdateProjectMemberPayload = payloadOf('UpdateProjectMember', MemberWrittenType);

@ObjectType({ description: 'What `removeProjectMember` answers.' })
export class RemoveProjectMemberPayload extends RevisionPayload {
  @Field(() => ID, { description: 'The project.' })
  projectId!: string;

  @Field(() => ID, { description: 'The person who is no member any more.' })
  userId!: string;
}

@InputType({ description: 'Input of `createProject`.' })
export class CreateProjectInput extends WriteInput {
  @Field(() => ID, {
    nullable: true,
    description: 'A UUID of your own for the project, so that a repeat is recognised.',
  })
  id?: string | null;

  @Field(() => String, { description: `${oneTo(LIMITS.projectNameMax)}.` })
  name!: string;

  @Field(() => String, { nullable: true, description: `Up to ${count(LIMITS.projectDescriptionMax)} characters.` })
  description?: string | null;

  @Field(() => String, { nullable: true, description: 'As `#rrggbb`; one of eight hues unless given.' })
  color?: string | null;
}

@InputType({ description: 'Input of `updateProject`: only the fields to change.' })
export class UpdateProjectInput extends WriteInput {
  @Field(() => ID, { description: 'The project.' })
  id!: string;

  @Field(() => String, { nullable: true, description: `${oneTo(LIMITS.projectNameMax)}.` })
  name?: string | null;

  @Field(() => String, { nullable: true, description: `Up to ${count(LIMITS.projectDescriptionMax)} characters.` })
  description?: string | null;

  @Field(() => String, { nullable: true, description: 'As `#rrggbb`.' })
  color?: string | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'The version this change was made from. Fields changed by others since then to something else: CONFLICT.',
  })
  version?: number | null;
}

export const DeleteProjectInput = idInputOf('DeleteProject', 'The project.');
export const ArchiveProjectInput = idInputOf('ArchiveProject', 'The project.');
export const UnarchiveProjectInput = idInputOf('UnarchiveProject', 'The project.');

@InputType({ description: 'Input of `addProjectMember`.' })
export class AddProjectMemberInput extends WriteInput {
  @Field(() => ID, { description: 'The project.' })
  projectId!: string;

  @Field(() => ID, { description: 'The person to add; `userLookup` finds them.' })
  userId!: string;

  @Field(() => ProjectRole, { nullable: true, description: 'MEMBER unless given.' })
  role?: ProjectRole | null;
}

@InputType({ description: 'Input of `updateProjectMember`.' })
export class UpdateProjectMemberInput extends WriteInput {
  @Field(() => ID, { description: 'The project.' })
  projectId!: string;

  @Field(() => ID, { description: 'The member.' })
  userId!: string;

  @Field(() => ProjectRole, { description: 'The new role.' })
  role!: ProjectRole;
}

@InputType({ description: 'Input of `removeProjectMember`.' })
export class RemoveProjectMemberInput extends WriteInput {
  @Field(() => ID, { description: 'The project.' })
  projectId!: string;

  @Field(() => ID, { description: 'The member; oneself to leave.' })
  userId!: string;
}

@ArgsType()
export class ProjectListArgsType extends PageArgsType {
  @Field(() => Boolean, { nullable: true, description: 'true: those that are archived; else those that are not.' })
  archived?: boolean | null;
}

/** Connections of this room. */
export const ProjectConnection = connectionOf(() => ProjectType, 'Project', 'projects');
export const ProjectMemberConnection = connectionOf(() => ProjectMemberType, 'ProjectMember', 'members');
