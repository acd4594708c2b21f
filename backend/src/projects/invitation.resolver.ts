import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Public } from '../platform/graphql/public.js';
import { type Context, requireViewer } from '../request/context.js';
import { Connection, PageArgsType } from '../platform/graphql/connection.js';
import { Personal } from '../platform/graphql/personal.js';
import { Input, type InputWith, type WriteInput } from '../platform/graphql/write.js';
import { userLoader } from '../users/user.reads.js';
import { UserType } from '../users/user.types.js';
import { type InvitationRow, readInvitations, readSuggestedMembers } from './invitation.reads.js';
import { inviteMember, resendInvitation, revokeInvitation } from './invitation.service.js';
import {
  AcceptInvitationInput,
  AcceptInvitationPayload,
  InvitationConnection,
  InvitationPreviewType,
  InvitationType,
  InviteMemberInput,
  InviteMemberPayload,
  ResendInvitationInput,
  ResendInvitationPayload,
  RevokeInvitationInput,
  RevokeInvitationPayload,
  UserConnection,
} from './invitation.types.js';
import { acceptInvitation, previewInvitation } from './invitationLink.service.js';
import type { ProjectRow } from './project.reads.js';
import { ProjectType } from './project.types.js';

@Resolver()
export class InvitationResolver {
  @Public()
  @Query(() => InvitationPreviewType, {
    nullable: true,
    description: 'A preview of an invitation for anyone with its link; VALIDATION_FAILED at `token` if it is invalid.',
  })
  invitation(
    @Arg('token', () => String, { description: 'The token of the mailed link.' }) token: string,
    @Ctx() ctx: Context,
  ) {
    return previewInvitation(ctx, { token });
  }

  @Mutation(() => InviteMemberPayload, {
    description:
      'Mails an invitation. The answer does not show whether the address has an account. A pending invitation of the ' +
      'address is renewed. OWNER only.',
  })
  inviteMember(
    @Input(InviteMemberInput, 'The person and the role.') input: InputWith<'projectId'>,
    @Ctx() ctx: Context,
  ) {
    return inviteMember(ctx, input.projectId, input);
  }

  @Mutation(() => ResendInvitationPayload, { description: 'Mails an invitation again and renews it. OWNER only.' })
  resendInvitation(
    @Input(ResendInvitationInput, 'Which one.') input: InputWith<'projectId' | 'invitationId'>,
    @Ctx() ctx: Context,
  ) {
    return resendInvitation(ctx, input.projectId, input.invitationId);
  }

  @Mutation(() => RevokeInvitationPayload, { description: 'Revokes an invitation. OWNER only.' })
  revokeInvitation(
    @Input(RevokeInvitationInput, 'Which one.') input: InputWith<'projectId' | 'invitationId'>,
    @Ctx() ctx: Context,
  ) {
    return revokeInvitation(ctx, input.projectId, input.invitationId);
  }

  @Mutation(() => AcceptInvitationPayload, {
    description:
      'Makes you a member with the link of an invitation, once. An invitation as OWNER requires the invited address.',
  })
  acceptInvitation(@Input(AcceptInvitationInput, 'The link.') input: WriteInput, @Ctx() ctx: Context) {
    return acceptInvitation(ctx, input);
  }
}

@Resolver(() => ProjectType)
export class ProjectInvitationFields {
  // personal because API tokens may not read it, so the answer depends on the viewer
  @Personal()
  @FieldResolver(() => InvitationConnection, {
    description: 'Pending and expired invitations, newest first. OWNER only.',
  })
  async invitations(@Root() project: ProjectRow, @Args(() => PageArgsType) args: PageArgsType, @Ctx() ctx: Context) {
    return new Connection(await readInvitations(ctx, project, args));
  }

  @Personal()
  @FieldResolver(() => UserConnection, {
    description: 'People from your other projects who are not members of this one, by name. OWNER only.',
  })
  async suggestedMembers(
    @Root() project: ProjectRow,
    @Args(() => PageArgsType) args: PageArgsType,
    @Ctx() ctx: Context,
  ) {
    return new Connection(await readSuggestedMembers(ctx, requireViewer(ctx), project, args));
  }
}

@Resolver(() => InvitationType)
export class InvitationFields {
  @FieldResolver(() => UserType, { description: 'The person who sent it last.' })
  inviter(@Root() invitation: InvitationRow, @Ctx() ctx: Context) {
    return userLoader(ctx).load(invitation.inviterId);
  }
}
