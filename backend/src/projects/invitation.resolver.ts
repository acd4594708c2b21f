import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { type Context, requireViewer } from '../kernel/context.js';
import { Connection, PageArgsType } from '../kernel/graphql/connection.js';
import { Personal } from '../kernel/graphql/personal.js';
import { Input } from '../kernel/graphql/write.js';
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
  @Query(() => InvitationPreviewType, {
    nullable: true,
    description: 'What an invitation is about, for whoever has its link; VALIDATION_FAILED at `token` when it is over.',
  })
  invitation(@Arg('token', () => String, { description: 'Of the mail’s link.' }) token: string, @Ctx() ctx: Context) {
    return previewInvitation(ctx, { token });
  }

  @Mutation(() => InviteMemberPayload, {
    description:
      'Invites somebody by mail, alike whether they have an account. An address that has an invitation already: that one ' +
      'is renewed. OWNER only.',
  })
  inviteMember(@Input(InviteMemberInput, 'Whom, and as what.') input: InviteMemberInput, @Ctx() ctx: Context) {
    return inviteMember(ctx, input.projectId, input);
  }

  @Mutation(() => ResendInvitationPayload, { description: 'Mails an invitation once more, and renews it. OWNER only.' })
  resendInvitation(@Input(ResendInvitationInput, 'Which one.') input: ResendInvitationInput, @Ctx() ctx: Context) {
    return resendInvitation(ctx, input.projectId, input.invitationId);
  }

  @Mutation(() => RevokeInvitationPayload, { description: 'Ends an invitation. OWNER only.' })
  revokeInvitation(@Input(RevokeInvitationInput, 'Which one.') input: RevokeInvitationInput, @Ctx() ctx: Context) {
    return revokeInvitation(ctx, input.projectId, input.invitationId);
  }

  @Mutation(() => AcceptInvitationPayload, {
    description: 'Makes you a member by the link of an invitation, once. To become an OWNER takes the invited address.',
  })
  acceptInvitation(@Input(AcceptInvitationInput, 'The link.') input: AcceptInvitationInput, @Ctx() ctx: Context) {
    return acceptInvitation(ctx, input);
  }
}

/** What invitations add to a project. */
@Resolver(() => ProjectType)
export class ProjectInvitationFields {
  // it is closed to programs, so its answer depends on the viewer
  @Personal()
  @FieldResolver(() => InvitationConnection, {
    description:
      'The invitations that nobody has accepted yet, also those that have expired, newest first. OWNER only.',
  })
  async invitations(@Root() project: ProjectRow, @Args(() => PageArgsType) args: PageArgsType, @Ctx() ctx: Context) {
    return new Connection(await readInvitations(ctx, project, args));
  }

  @Personal()
  @FieldResolver(() => UserConnection, {
    description: 'People you share another project with who are no members of this one, by name. OWNER only.',
  })
  async suggestedMembers(
    @Root() project: ProjectRow,
    @Args(() => PageArgsType) args: PageArgsType,
    @Ctx() ctx: Context,
  ) {
    return new Connection(await readSuggestedMembers(ctx, requireViewer(ctx), project, args));
  }
}

/** The computed fields of an invitation. */
@Resolver(() => InvitationType)
export class InvitationFields {
  @FieldResolver(() => UserType, { description: 'The person who sent it last.' })
  inviter(@Root() invitation: InvitationRow, @Ctx() ctx: Context) {
    return userLoader(ctx).load(invitation.inviterId);
  }
}
