import { GraphQLDateTimeISO } from 'graphql-scalars';
import { deleteAccountSchema, projectFateSchema } from '../../contract/accountDeletion.js';
import { PROOF } from '../auth/twoFactor.types.js';
import { inputObjectOf, inputOf } from '../platform/graphql/inputOf.js';
import { payloadOf } from '../platform/graphql/write.js';
import { OwnAccountType } from '../users/user.types.js';

const ProjectFateInput = inputObjectOf(
  'ProjectFateInput',
  'The decision about one of your projects when you delete your account: `newOwnerId` or `delete`.',
  {
    schema: projectFateSchema,
    descriptions: {
      projectId: 'A project that you own.',
      newOwnerId: 'The new owner, another of its members. You stay a member until your account is deleted.',
      delete: '`true` deletes the project now for all its members. Restoring your account restores it.',
    },
  },
);

export const DeleteAccountInput = inputOf('DeleteAccount', {
  schema: deleteAccountSchema,
  descriptions: {
    ...PROOF,
    projects: {
      type: [ProjectFateInput],
      description:
        'Decisions about your projects. Required for each project that has other members but no other owner. In a project with ' +
        'another owner, your membership ends with your account; a project without other members is deleted with it.',
    },
  },
});

export const DeleteAccountPayload = payloadOf('DeleteAccount', {
  deletionAt: {
    type: GraphQLDateTimeISO,
    description: 'When the account will be permanently deleted; until then it can be restored.',
  },
});

export const RestoreAccountInput = inputOf('RestoreAccount');

export const RestoreAccountPayload = payloadOf('RestoreAccount', OwnAccountType);
