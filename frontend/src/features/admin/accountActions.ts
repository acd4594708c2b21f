import type { TypedDocumentNode } from '@apollo/client';
import { passwordsOff } from '../../lib/signInWays';
import type { adminTexts } from '../../texts/admin';
import {
  type AccountRowFragment,
  DeleteAccountOfDocument,
  ReinstateAccountDocument,
  ResetTwoFactorDocument,
  SendResetLinkDocument,
  SetAdminDocument,
  SuspendAccountDocument,
  TransferProjectsDocument,
} from './Admin.generated';

export type Account = AccountRowFragment;

export interface AccountAction {
  name: keyof typeof adminTexts.acts;
  document: TypedDocumentNode<unknown, { input: never }>;
  /** Variables besides the account and the proof. */
  more?: object;
  isDanger?: boolean;
  /** Asks for the new owner of the account's projects. */
  asksForOwner?: boolean;
  isFor: (account: Account, isOwn: boolean) => boolean;
}

const entry = (
  name: Exclude<AccountAction['name'], 'failed'>,
  document: unknown,
  rest: Omit<AccountAction, 'name' | 'document'>,
) =>
  // the documents differ only in their payloads
  ({ name, document: document as AccountAction['document'], ...rest }) as AccountAction & { name: typeof name };

/** The actions of administrators on an account, in the order of the menu. */
export const ACCOUNT_ACTIONS = [
  entry('resetLink', SendResetLinkDocument, {
    isFor: ({ state, isAdmin }, isOwn) => !isOwn && state !== 'SUSPENDED' && (isAdmin || !passwordsOff()),
  }),
  entry('resetTwoFactor', ResetTwoFactorDocument, { isFor: ({ twoFactor }, isOwn) => !isOwn && twoFactor }),
  entry('transfer', TransferProjectsDocument, { asksForOwner: true, isFor: ({ ownedProjects }) => ownedProjects > 0 }),
  entry('makeAdmin', SetAdminDocument, {
    more: { isAdmin: true },
    isFor: ({ isAdmin, state }) => !isAdmin && state === 'ACTIVE',
  }),
  entry('removeAdmin', SetAdminDocument, { more: { isAdmin: false }, isDanger: true, isFor: ({ isAdmin }) => isAdmin }),
  entry('reinstate', ReinstateAccountDocument, { isFor: ({ state }) => state === 'SUSPENDED' }),
  entry('suspend', SuspendAccountDocument, {
    isDanger: true,
    isFor: ({ state }, isOwn) => !isOwn && state !== 'SUSPENDED',
  }),
  entry('remove', DeleteAccountOfDocument, {
    isDanger: true,
    isFor: ({ deletionAt }, isOwn) => !isOwn && deletionAt === null,
  }),
];
