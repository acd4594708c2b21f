import { GraphQLDateTimeISO } from 'graphql-scalars';
import { ArgsType, Field, Float, ID, Int, ObjectType } from 'type-graphql';
import {
  accountActSchema,
  AccountState,
  inviteAccountSchema,
  setAdminSchema,
  transferProjectsSchema,
  updateSettingsSchema,
} from '../../contract/admin.js';
import { INVITATIONS } from '../../contract/limits.js';
import { PROOF } from '../auth/twoFactor.types.js';
import type { Moment } from '../platform/database/rows.js';
import { connectionOf, PageArgsType } from '../platform/graphql/connection.js';
import { describeEnum, orNull } from '../platform/graphql/describe.js';
import { idInputOf, inputOf } from '../platform/graphql/inputOf.js';
import { ChangeSetsPayload, payloadOf } from '../platform/graphql/write.js';

describeEnum(AccountState, 'AccountState', 'The state of an account.', {
  ACTIVE: 'Its person can sign in.',
  SUSPENDED: 'No one can sign in to it.',
  LEAVING: 'It is deleted after 14 days; until then its person can restore it.',
});

@ObjectType('Account', { description: 'An account as administrators see it. What is in its projects is not visible.' })
export class AccountType {
  @Field(() => ID, { description: 'UUID version 7.' })
  id!: string;

  @Field(() => String, { description: 'First and last name.' })
  name!: string;

  @Field(() => String, { description: 'Username.' })
  username!: string;

  @Field(() => String, { description: 'Email address.' })
  email!: string;

  @Field(() => AccountState, { description: 'Its state.' })
  state!: AccountState;

  @Field(() => Boolean, { description: 'Whether its person is an administrator.' })
  isAdmin!: boolean;

  @Field(() => Boolean, { description: 'Whether two-factor sign-in is on.' })
  twoFactor!: boolean;

  @Field(() => GraphQLDateTimeISO, orNull('Since when the email address is verified; null if it is not.'))
  emailVerifiedAt!: Moment | null;

  @Field(() => GraphQLDateTimeISO, { description: 'When it was created.' })
  createdAt!: Moment;

  @Field(() => GraphQLDateTimeISO, orNull('When it was last used, to the minute.'))
  lastSeenAt!: Moment | null;

  @Field(() => GraphQLDateTimeISO, orNull('Since when it is suspended; null if it is not.'))
  suspendedAt!: Moment | null;

  @Field(() => GraphQLDateTimeISO, orNull('When it will be deleted; null if it will not.'))
  deletionAt!: Moment | null;

  @Field(() => Int, { description: 'The number of projects it is a member of.' })
  projects!: number;

  @Field(() => Int, { description: 'The number of projects it owns.' })
  ownedProjects!: number;
}
export const AccountConnection = connectionOf(() => AccountType, 'Account', 'accounts');

@ArgsType()
export class AccountsArgs extends PageArgsType {
  @Field(() => String, orNull('Words that the name, the username or the email contain.'))
  search?: string | null;

  @Field(() => AccountState, orNull('Only accounts in this state.'))
  state?: AccountState | null;
}

@ObjectType('ProjectSize', { description: 'A project by its size. Its name and contents are not visible.' })
export class ProjectSizeType {
  @Field(() => ID, { description: 'The project.' })
  id!: string;

  @Field(() => Int, { description: 'The number of tasks.' })
  tasks!: number;

  @Field(() => Int, { description: 'The number of comments.' })
  comments!: number;

  @Field(() => Int, { description: 'The number of members.' })
  members!: number;

  @Field(() => [String], { description: 'The names of its owners, up to five.' })
  owners!: string[];

  @Field(() => Boolean, { description: 'Whether it is archived.' })
  isArchived!: boolean;

  @Field(() => GraphQLDateTimeISO, { description: 'When it was created.' })
  createdAt!: Moment;
}
export const ProjectSizeConnection = connectionOf(() => ProjectSizeType, 'ProjectSize', 'projects');

@ObjectType('SecurityEvent', { description: 'An event of the audit log.' })
export class SecurityEventType {
  @Field(() => ID, { description: 'UUID version 7.' })
  id!: string;

  @Field(() => GraphQLDateTimeISO, { description: 'When it happened.' })
  at!: Moment;

  @Field(() => String, { description: 'What happened. docs/operating.md lists the kinds; new ones can be added.' })
  kind!: string;

  @Field(() => Boolean, { description: 'Whether something was refused or failed.' })
  isFailure!: boolean;

  @Field(() => ID, orNull('The account that it concerns; null if there is none.'))
  userId!: string | null;

  @Field(() => String, orNull('The current name of that person.'))
  userName!: string | null;

  @Field(() => String, orNull('The current email of that person.'))
  userEmail!: string | null;

  @Field(() => ID, orNull('Who did it, if it was another person.'))
  actorId!: string | null;

  @Field(() => String, orNull('The current name of who did it.'))
  actorName!: string | null;

  @Field(() => String, orNull('The network address; null for the server’s own acts.'))
  address!: string | null;

  @Field(() => String, { description: 'Further details as JSON.' })
  details!: string;
}
export const SecurityEventConnection = connectionOf(() => SecurityEventType, 'SecurityEvent', 'events');

@ArgsType()
export class SecurityEventsArgs extends PageArgsType {
  @Field(() => ID, orNull('Only events that concern this person, or that they caused.'))
  userId?: string | null;

  @Field(() => String, orNull('Only events of this kind.'))
  kind?: string | null;
}

@ObjectType('AccountInvitation', { description: 'A pending invitation to create an account.' })
export class AccountInvitationType {
  @Field(() => ID, { description: 'UUID version 7.' })
  id!: string;

  @Field(() => String, { description: 'The address it was mailed to.' })
  email!: string;

  @Field(() => String, { description: 'The name of the administrator who sent it last.' })
  inviterName!: string;

  @Field(() => GraphQLDateTimeISO, { description: 'When the address was first invited.' })
  createdAt!: Moment;

  @Field(() => GraphQLDateTimeISO, { description: `When it expires: ${INVITATIONS.days} days after it was last sent.` })
  expiresAt!: Moment;
}
export const AccountInvitationConnection = connectionOf(
  () => AccountInvitationType,
  'AccountInvitation',
  'invitations',
);

@ObjectType('Instance', { description: 'The state of this server: totals and settings.' })
export class InstanceType {
  @Field(() => String, { description: 'The version of the app.' })
  version!: string;

  @Field(() => String, { description: 'The version of PostgreSQL.' })
  databaseVersion!: string;

  @Field(() => Int, { description: 'The number of accounts, without deleted ones.' })
  accounts!: number;

  @Field(() => Int, { description: 'The number of accounts that people can use.' })
  activeAccounts!: number;

  @Field(() => Int, { description: 'The number of suspended accounts.' })
  suspendedAccounts!: number;

  @Field(() => Int, { description: 'The number of accounts that are being deleted.' })
  leavingAccounts!: number;

  @Field(() => Int, { description: 'The number of administrators.' })
  administrators!: number;

  @Field(() => Int, { description: 'The number of projects.' })
  projects!: number;

  @Field(() => Int, { description: 'The number of tasks.' })
  tasks!: number;

  @Field(() => Float, { description: 'The size of the database in bytes.' })
  databaseBytes!: number;

  @Field(() => Float, { description: 'The bytes of all stored files, in the database or in `FILES_S3_URL`.' })
  filesBytes!: number;

  @Field(() => Float, { description: 'The bytes that files may have in all (`FILES_MAX_GB`).' })
  filesMaxBytes!: number;

  @Field(() => Int, { description: 'The number of jobs that wait or run.' })
  jobsWaiting!: number;

  @Field(() => Int, { description: 'The number of jobs without tries left.' })
  jobsFailed!: number;

  @Field(() => String, { description: 'Who may create an account: open, invited or closed.' })
  signUp!: string;

  @Field(() => Boolean, { description: 'Whether the environment sets that, so that it cannot be changed here.' })
  isSignUpFixed!: boolean;

  @Field(() => [String], { description: 'With open sign-up: the only email domains; empty for all.' })
  signUpDomains!: readonly string[];

  @Field(() => Boolean, { description: 'Whether this server sends email. Otherwise it writes emails to files.' })
  sendsMail!: boolean;

  @Field(() => String, orNull('The host of the mail server; null if there is none.'))
  mailServer!: string | null;

  @Field(() => String, { description: 'The sender of emails.' })
  mailFrom!: string;

  @Field(() => String, orNull('The last error of the mail server.'))
  mailFailure!: string | null;

  @Field(() => GraphQLDateTimeISO, orNull('When that error happened.'))
  mailFailedAt!: Moment | null;

  @Field(() => Int, orNull('Hours between scheduled backups; null if there are none.'))
  backupEvery!: number | null;

  @Field(() => GraphQLDateTimeISO, orNull('When this process’s data folder got its last scheduled backup.'))
  lastBackupAt!: Moment | null;

  @Field(() => Float, orNull('The size of that backup in bytes.'))
  lastBackupBytes!: number | null;
}

const WRITTEN_ACCOUNT = { account: { type: AccountType, description: 'The account as it is now.' } };

const ACCOUNT = 'The account.';
const actInput = (name: string) =>
  inputOf(name, { ids: { id: ACCOUNT }, schema: accountActSchema, descriptions: PROOF });

export const SuspendAccountInput = actInput('SuspendAccount');
export const SuspendAccountPayload = payloadOf('SuspendAccount', WRITTEN_ACCOUNT);
export const ReinstateAccountInput = actInput('ReinstateAccount');
export const ReinstateAccountPayload = payloadOf('ReinstateAccount', WRITTEN_ACCOUNT);
export const SendResetLinkInput = actInput('SendResetLink');
export const SendResetLinkPayload = payloadOf('SendResetLink', WRITTEN_ACCOUNT);
export const ResetTwoFactorInput = actInput('ResetTwoFactor');
export const ResetTwoFactorPayload = payloadOf('ResetTwoFactor', WRITTEN_ACCOUNT);
export const DeleteAccountOfInput = actInput('DeleteAccountOf');
export const DeleteAccountOfPayload = payloadOf('DeleteAccountOf', WRITTEN_ACCOUNT);

export const SetAdminInput = inputOf('SetAdmin', {
  ids: { id: ACCOUNT },
  schema: setAdminSchema,
  descriptions: { ...PROOF, isAdmin: 'Whether its person is to be an administrator.' },
});
export const SetAdminPayload = payloadOf('SetAdmin', WRITTEN_ACCOUNT);

export const TransferProjectsInput = inputOf('TransferProjects', {
  ids: { id: 'The account that owns the projects.' },
  schema: transferProjectsSchema,
  descriptions: {
    ...PROOF,
    newOwnerId: 'The new owner, who must be a member of each project.',
    projectIds:
      'The projects. Null or absent: all that the account owns and the new owner is a member of, up to 100 in one call.',
  },
});

@ObjectType({ description: 'Payload of `transferProjects`.' })
export class TransferProjectsPayload extends ChangeSetsPayload {
  @Field(() => AccountType, { description: 'The former owner as they are now.' })
  account!: AccountType;

  @Field(() => Int, { description: 'The number of transferred projects.' })
  transferred!: number;
}

export const UpdateSettingsInput = inputOf('UpdateSettings', {
  schema: updateSettingsSchema,
  descriptions: {
    signUp: {
      type: String,
      description:
        '`open`: anyone may create an account; `invited`: those whom an owner or administrator invites; `closed`: those whom ' +
        'an administrator invites.',
    },
  },
});

export const UpdateSettingsPayload = payloadOf('UpdateSettings', {
  instance: { type: InstanceType, description: 'The server as it is now.' },
});

export const SendTestMailInput = inputOf('SendTestMail');

export const SendTestMailPayload = payloadOf('SendTestMail', {
  sentTo: { type: String, description: 'Your email address.' },
  failure: { type: String, ...orNull('The error of the mail server; null if it took the mail.') },
});

export const InviteAccountInput = inputOf('InviteAccount', {
  schema: inviteAccountSchema,
  descriptions: { email: 'The address to invite.' },
});

export const InviteAccountPayload = payloadOf('InviteAccount', {
  accountInvitation: { type: AccountInvitationType, description: 'The invitation.' },
});

export const RevokeAccountInvitationInput = idInputOf('RevokeAccountInvitation', 'The invitation.');

export const RevokeAccountInvitationPayload = payloadOf('RevokeAccountInvitation', { id: 'The withdrawn invitation.' });
