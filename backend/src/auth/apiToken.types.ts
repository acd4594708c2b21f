import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { TokenScope } from '../../contract/enums.js';
import { API_TOKENS } from '../../contract/limits.js';
import { oneTo } from '../kernel/graphql/limitWords.js';
import { idInputOf } from '../kernel/graphql/write.js';
import { ProofInput } from './twoFactor.types.js';

registerEnumType(TokenScope, {
  name: 'TokenScope',
  description: 'What a token for programs lets them do.',
  valuesConfig: {
    READ: { description: 'Read what its person may read.' },
    WRITE: {
      description:
        'Also write tasks, comments, notes, and what projects are called; never manage members, roles or invitations, ' +
        'nor delete, purge or archive projects, nor touch the account.',
    },
  },
});

@ObjectType('ApiToken', { description: 'A token of yours by which a program acts for you.' })
export class ApiTokenType {
  @Field(() => ID, { description: 'UUID version 7.' })
  id!: string;

  @Field(() => String, { description: 'What you call it.' })
  name!: string;

  @Field(() => TokenScope, { description: 'What it lets programs do.' })
  scope!: TokenScope;

  @Field(() => [ID], { nullable: true, description: 'The projects it is for; null: all of yours, new ones too.' })
  projectIds!: string[] | null;

  @Field(() => GraphQLDateTimeISO, { description: 'When it was made.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTimeISO, { description: 'When it ends.' })
  expiresAt!: Date;

  @Field(() => GraphQLDateTimeISO, {
    nullable: true,
    description: 'When it was last used, to the minute; null: never.',
  })
  lastUsedAt!: Date | null;
}

@InputType({ description: 'Input of `createApiToken`.' })
export class CreateApiTokenInput extends ProofInput {
  @Field(() => String, { description: `What to call it; ${oneTo(API_TOKENS.nameMax)}.` })
  name!: string;

  @Field(() => TokenScope, { description: 'What it shall let programs do.' })
  scope!: TokenScope;

  @Field(() => [ID], {
    nullable: true,
    description: `Only these projects of yours, up to ${API_TOKENS.projectsMax}; null or left out: all of yours.`,
  })
  projectIds?: string[] | null;

  @Field(() => GraphQLDateTimeISO, { description: 'When it shall end, within a year.' })
  expiresAt!: Date;
}

@ObjectType({ description: 'What `createApiToken` answers.' })
export class CreateApiTokenPayload {
  @Field(() => String, { description: 'To send as `Authorization: Bearer …`. Told only here.' })
  token!: string;

  @Field(() => ApiTokenType, { description: 'What is known of it from now on.' })
  apiToken!: ApiTokenType;
}

export const RevokeApiTokenInput = idInputOf('RevokeApiToken', 'Which token.');

@ObjectType({ description: 'What `revokeApiToken` answers.' })
export class RevokeApiTokenPayload {
  @Field(() => ID, { description: 'The token that has ended.' })
  apiTokenId!: string;
}
