import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { createApiTokenSchema } from '../../contract/apiTokens.js';
import { TokenScope } from '../../contract/enums.js';
import { API_TOKENS } from '../../contract/limits.js';
import { describeEnum, orNull } from '../platform/graphql/describe.js';
import { oneTo } from '../platform/graphql/limitWords.js';
import { idInputOf, inputOf } from '../platform/graphql/inputOf.js';
import { payloadOf } from '../platform/graphql/write.js';
import { PROOF } from './twoFactor.types.js';

describeEnum(TokenScope, 'TokenScope', 'What an API token allows.', {
  READ: 'Reads what its owner can read.',
  WRITE:
    'Also writes tasks, comments, notes and the fields of projects. Never manages members, roles or invitations, ' +
    'deletes, purges or archives projects, or changes the account.',
});

@ObjectType('ApiToken', { description: 'A token with which a program acts for you.' })
export class ApiTokenType {
  @Field(() => ID, { description: 'UUID version 7.' })
  id!: string;

  @Field(() => String, { description: 'Its name.' })
  name!: string;

  @Field(() => TokenScope, { description: 'What it allows.' })
  scope!: TokenScope;

  @Field(() => [ID], orNull('The projects it can access; null for all of yours, including future ones.'))
  projectIds!: string[] | null;

  @Field(() => GraphQLDateTimeISO, { description: 'When it was created.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTimeISO, { description: 'When it expires.' })
  expiresAt!: Date;

  @Field(() => GraphQLDateTimeISO, orNull('When it was last used, to the minute; null if never.'))
  lastUsedAt!: Date | null;
}

export const CreateApiTokenInput = inputOf('CreateApiToken', {
  schema: createApiTokenSchema,
  descriptions: {
    ...PROOF,
    name: `The name; ${oneTo(API_TOKENS.nameMax)}.`,
    scope: 'What it allows.',
    projectIds: `Only these projects of yours, up to ${API_TOKENS.projectsMax}; null or absent for all of yours.`,
    expiresAt: 'When it expires, within a year.',
  },
});

export const CreateApiTokenPayload = payloadOf('CreateApiToken', {
  token: { type: String, description: 'The token, to send as `Authorization: Bearer …`. Returned only here.' },
  apiToken: { type: ApiTokenType, description: 'The stored token without its secret.' },
});

export const RevokeApiTokenInput = idInputOf('RevokeApiToken', 'Which token.');

export const RevokeApiTokenPayload = payloadOf('RevokeApiToken', { apiTokenId: 'The revoked token.' });
