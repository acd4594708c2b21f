import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { ProjectRole } from '../../contract/enums.js';
import { INVITATIONS } from '../../contract/limits.js';
import { connectionOf } from '../kernel/graphql/connection.js';
import { payloadOf, RevisionPayload, WriteInput } from '../kernel/graphql/write.js';
import type { Moment } from '../kernel/rows.js';
import { UserType } from '../users/user.types.js';
import { MemberWrittenType } from './project.types.js';

@ObjectType('Invitation', { description: 'That an e-mail address is asked to join a project, as its owners see it.' })
export class InvitationType {
  @Field(() => ID, { description: 'UUID version 7.' })
  id!: string;

  @Field(() => ID, { description: 'The project.' })
  projectId!: string;

  @Field(() => String, { description: 'The address it was mailed to.' })
  email!: string;

  @Field(() => ProjectRole, { description: 'What whoever accepts it may do.' })
  role!: ProjectRole;

  @Field(() => ID, { description: 'Who sent it last.' })
  inviterId!: string;

  @Field(() => GraphQLDateTimeISO, { description: 'When the address was first invited.' })
  createdAt!: Moment;

  @Field(() => GraphQLDateTimeISO, {
    description: `Until when it can be accepted: ${INVITATIONS.days} days from when it was last sent. May be past.`,
  })
  expiresAt!: Moment;
}

@ObjectType('InvitationPreview', { description: 'An invitation as whoever has its link sees it.' })
export class InvitationPreviewType {
  @Field(() => String, { description: 'What the project is called.' })
  projectName!: string;

  @Field(() => String, { description: 'First and last name of who invites.' })
  inviter!: string;

  @Field(() => String, { description: 'The address it was mailed to.' })
  email!: string;

  @Field(() => ProjectRole, { description: 'What whoever accepts it may do; OWNER: only with that address.' })
  role!: ProjectRole;

  @Field(() => GraphQLDateTimeISO, { description: 'Until when it can be accepted.' })
  expiresAt!: Moment;
}

@ObjectType()
export abstract class InvitationWrittenType extends RevisionPayload {
  @Field(() => InvitationType, { description: 'The invitation as it is now.' })
  invitation!: InvitationType;
}

export const InviteMemberPayload = payloadOf('InviteMember', InvitationWrittenType);
export const ResendInvitationPayload = payloadOf('ResendInvitation', InvitationWrittenType);
export const AcceptInvitationPayload = payloadOf('AcceptInvitation', MemberWrittenType);

@ObjectType({ description: 'What `revokeInvitation` answers.' })
export class RevokeInvitationPayload extends RevisionPayload {
  @Field(() => ID, { description: 'The invitation that has ended.' })
  invitationId!: string;
}

@InputType({ description: 'Input of `inviteMember`.' })
export class InviteMemberInput extends WriteInput {
  @Field(() => ID, { description: 'The project.' })
  projectId!: string;

  @Field(() => String, { description: 'Whom: an e-mail address, with an account or without one.' })
  email!: string;

  @Field(() => ProjectRole, { nullable: true, description: 'MEMBER unless given.' })
  role?: ProjectRole | null;
}

@InputType()
abstract class OneInvitationInput extends WriteInput {
  @Field(() => ID, { description: 'The project.' })
  projectId!: string;

  @Field(() => ID, { description: 'The invitation.' })
  invitationId!: string;
}

@InputType({ description: 'Input of `resendInvitation`.' })
export class ResendInvitationInput extends OneInvitationInput {}

@InputType({ description: 'Input of `revokeInvitation`.' })
export class RevokeInvitationInput extends OneInvitationInput {}

@InputType({ description: 'Input of `acceptInvitation`.' })
export class AcceptInvitationInput extends WriteInput {
  @Field(() => String, { description: 'The token of the mail’s link.' })
  token!: string;
}

export const InvitationConnection = connectionOf(() => InvitationType, 'Invitation', 'invitations');
export const UserConnection = connectionOf(() => UserType, 'User', 'people');
