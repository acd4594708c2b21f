import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { ProjectRole } from '../../contract/enums.js';
import { invitationTokenSchema, inviteMemberSchema } from '../../contract/invitations.js';
import { INVITATIONS } from '../../contract/limits.js';
import { connectionOf } from '../platform/graphql/connection.js';
import { inputOf } from '../platform/graphql/inputOf.js';
import { payloadOf, RevisionPayload } from '../platform/graphql/write.js';
import type { Moment } from '../platform/database/rows.js';
import { UserType } from '../users/user.types.js';
import { MemberWrittenType } from './project.types.js';

@ObjectType('Invitation', { description: 'An invitation of an email address to a project, as owners see it.' })
export class InvitationType {
  @Field(() => ID, { description: 'UUID version 7.' })
  id!: string;

  @Field(() => ID, { description: 'The project.' })
  projectId!: string;

  @Field(() => String, { description: 'The address it was mailed to.' })
  email!: string;

  @Field(() => ProjectRole, { description: 'The role of the person who accepts it.' })
  role!: ProjectRole;

  @Field(() => ID, { description: 'The person who sent it last.' })
  inviterId!: string;

  @Field(() => GraphQLDateTimeISO, { description: 'When the address was first invited.' })
  createdAt!: Moment;

  @Field(() => GraphQLDateTimeISO, {
    description: `When it expires: ${INVITATIONS.days} days after it was last sent. Can be in the past.`,
  })
  expiresAt!: Moment;
}

@ObjectType('InvitationPreview', { description: 'The preview of an invitation, for anyone with its link.' })
export class InvitationPreviewType {
  @Field(() => String, { description: 'The name of the project.' })
  projectName!: string;

  @Field(() => String, { description: 'First and last name of the person who invites.' })
  inviter!: string;

  @Field(() => String, { description: 'The address it was mailed to.' })
  email!: string;

  @Field(() => ProjectRole, {
    description: 'The role of the person who accepts it; OWNER requires the invited address.',
  })
  role!: ProjectRole;

  @Field(() => GraphQLDateTimeISO, { description: 'When it expires.' })
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

@ObjectType({ description: 'Payload of `revokeInvitation`.' })
export class RevokeInvitationPayload extends RevisionPayload {
  @Field(() => ID, { description: 'The revoked invitation.' })
  invitationId!: string;
}

export const InviteMemberInput = inputOf('InviteMember', {
  ids: { projectId: 'The project.' },
  schema: inviteMemberSchema,
  descriptions: {
    email: 'The email address to invite, with or without an account.',
    role: 'MEMBER by default.',
  },
});

const INVITATION_IDS = { projectId: 'The project.', invitationId: 'The invitation.' };

export const ResendInvitationInput = inputOf('ResendInvitation', { ids: INVITATION_IDS });
export const RevokeInvitationInput = inputOf('RevokeInvitation', { ids: INVITATION_IDS });

export const AcceptInvitationInput = inputOf('AcceptInvitation', {
  schema: invitationTokenSchema,
  descriptions: { token: 'The token of the mailed link.' },
});

export const InvitationConnection = connectionOf(() => InvitationType, 'Invitation', 'invitations');
export const UserConnection = connectionOf(() => UserType, 'User', 'people');
