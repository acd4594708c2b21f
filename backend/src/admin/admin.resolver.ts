import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { requireAdministrator } from '../accounts/administrators.js';
import { Connection, PageArgsType } from '../platform/graphql/connection.js';
import { orNull } from '../platform/graphql/describe.js';
import { type IdInput, Input, type WriteInput } from '../platform/graphql/write.js';
import type { Context } from '../request/context.js';
import { readAccounts } from './account.reads.js';
import {
  deleteAccountOf,
  reinstateAccount,
  resetTwoFactor,
  sendResetLink,
  setAdmin,
  suspendAccount,
  transferProjects,
} from './account.service.js';
import {
  AccountConnection,
  AccountInvitationConnection,
  AccountsArgs,
  DeleteAccountOfInput,
  DeleteAccountOfPayload,
  InstanceType,
  InviteAccountInput,
  InviteAccountPayload,
  ProjectSizeConnection,
  ReinstateAccountInput,
  ReinstateAccountPayload,
  ResetTwoFactorInput,
  ResetTwoFactorPayload,
  RevokeAccountInvitationInput,
  RevokeAccountInvitationPayload,
  SecurityEventConnection,
  SecurityEventsArgs,
  SendResetLinkInput,
  SendResetLinkPayload,
  SendTestMailInput,
  SendTestMailPayload,
  SetAdminInput,
  SetAdminPayload,
  SuspendAccountInput,
  SuspendAccountPayload,
  TransferProjectsInput,
  TransferProjectsPayload,
  UpdateSettingsInput,
  UpdateSettingsPayload,
} from './admin.types.js';
import { readInstance, readProjectSizes } from './instance.reads.js';
import { readEvents } from './securityEvent.reads.js';
import {
  inviteAccount,
  readAccountInvitations,
  revokeAccountInvitation,
  sendTestMail,
  updateSettings,
} from './server.service.js';

/** The calls of administrators. Each checks for itself that the viewer is one. */
@Resolver()
export class AdminResolver {
  @Query(() => AccountConnection, { description: 'The accounts of this server, newest first. Administrators only.' })
  async accounts(@Args(() => AccountsArgs) args: AccountsArgs, @Ctx() ctx: Context) {
    await requireAdministrator(ctx);
    return new Connection(await readAccounts(ctx, args, args));
  }

  @Query(() => ProjectSizeConnection, {
    description: 'The projects of this server by their size, without names and contents. Administrators only.',
  })
  async projectSizes(@Args(() => PageArgsType) args: PageArgsType, @Ctx() ctx: Context) {
    await requireAdministrator(ctx);
    return new Connection(await readProjectSizes(ctx, args));
  }

  @Query(() => SecurityEventConnection, {
    description: 'The audit log of one year, newest first. Administrators only.',
  })
  async securityEvents(@Args(() => SecurityEventsArgs) args: SecurityEventsArgs, @Ctx() ctx: Context) {
    await requireAdministrator(ctx);
    return new Connection(await readEvents(ctx, args, args));
  }

  @Query(() => AccountInvitationConnection, {
    description: 'The pending invitations to create an account, newest first. Administrators only.',
  })
  async accountInvitations(@Args(() => PageArgsType) args: PageArgsType, @Ctx() ctx: Context) {
    await requireAdministrator(ctx);
    return new Connection(await readAccountInvitations(ctx, args));
  }

  @Query(() => InstanceType, { description: 'The state of this server. Administrators only.' })
  async instance(@Ctx() ctx: Context) {
    await requireAdministrator(ctx);
    return readInstance(ctx);
  }

  @Mutation(() => SuspendAccountPayload, {
    description:
      'Suspends another account: its sessions, tokens, sockets and pushes end within two seconds, and no one can sign in. ' +
      'Administrators only.',
  })
  suspendAccount(@Input(SuspendAccountInput, 'Which account.') input: IdInput, @Ctx() ctx: Context) {
    return suspendAccount(ctx, input.id, input);
  }

  @Mutation(() => ReinstateAccountPayload, {
    description: 'Lets the person of a suspended account sign in again. Administrators only.',
  })
  reinstateAccount(@Input(ReinstateAccountInput, 'Which account.') input: IdInput, @Ctx() ctx: Context) {
    return reinstateAccount(ctx, input.id, input);
  }

  @Mutation(() => SendResetLinkPayload, {
    description: 'Mails a person a link to choose a new password. Administrators only.',
  })
  sendResetLink(@Input(SendResetLinkInput, 'Which account.') input: IdInput, @Ctx() ctx: Context) {
    return sendResetLink(ctx, input.id, input);
  }

  @Mutation(() => ResetTwoFactorPayload, {
    description: 'Switches off the two-factor sign-in of a person who has lost it. Administrators only.',
  })
  resetTwoFactor(@Input(ResetTwoFactorInput, 'Which account.') input: IdInput, @Ctx() ctx: Context) {
    return resetTwoFactor(ctx, input.id, input);
  }

  @Mutation(() => DeleteAccountOfPayload, {
    description:
      'Deletes another account after 14 days, in which its person can restore it. CONFLICT while projects with other members ' +
      'would have no owner. Administrators only.',
  })
  deleteAccountOf(@Input(DeleteAccountOfInput, 'Which account.') input: IdInput, @Ctx() ctx: Context) {
    return deleteAccountOf(ctx, input.id, input);
  }

  @Mutation(() => SetAdminPayload, {
    description:
      'Makes a person an administrator, or no longer one. CONFLICT for the last administrator. Administrators only.',
  })
  setAdmin(@Input(SetAdminInput, 'Which account.') input: IdInput, @Ctx() ctx: Context) {
    return setAdmin(ctx, input.id, input);
  }

  @Mutation(() => TransferProjectsPayload, {
    description:
      'Makes an existing member the owner of projects that another account owns, which stays there as a member. ' +
      'Administrators only.',
  })
  transferProjects(@Input(TransferProjectsInput, 'From whom to whom.') input: IdInput, @Ctx() ctx: Context) {
    return transferProjects(ctx, input.id, input);
  }

  @Mutation(() => UpdateSettingsPayload, {
    description: 'Changes who may create an account. CONFLICT if the environment sets it. Administrators only.',
  })
  updateSettings(@Input(UpdateSettingsInput, 'The settings.') input: WriteInput, @Ctx() ctx: Context) {
    return updateSettings(ctx, input);
  }

  @Mutation(() => SendTestMailPayload, {
    description: 'Sends you a mail, and returns the answer of the mail server. Administrators only.',
  })
  sendTestMail(
    @Arg('input', () => SendTestMailInput, orNull('Optional.')) _input: WriteInput | null,
    @Ctx() ctx: Context,
  ) {
    return sendTestMail(ctx);
  }

  @Mutation(() => InviteAccountPayload, {
    description: 'Mails an invitation to create an account, also if sign-up is closed. Administrators only.',
  })
  inviteAccount(@Input(InviteAccountInput, 'Whom to invite.') input: WriteInput, @Ctx() ctx: Context) {
    return inviteAccount(ctx, input);
  }

  @Mutation(() => RevokeAccountInvitationPayload, {
    description: 'Withdraws an invitation to create an account. Administrators only.',
  })
  revokeAccountInvitation(@Input(RevokeAccountInvitationInput, 'Which one.') input: IdInput, @Ctx() ctx: Context) {
    return revokeAccountInvitation(ctx, input.id);
  }
}
