import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { ProofInput } from '../auth/twoFactor.types.js';
import { payloadOf, WriteInput } from '../kernel/graphql/write.js';
import { OwnAccountType } from '../users/user.types.js';

@InputType({ description: 'What becomes of a project of yours when you delete your account: one of the two.' })
export class ProjectFateInput {
  @Field(() => ID, { description: 'A project that you own.' })
  projectId!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'Who owns it from now on: another of its members. You are a member of it until your account is gone.',
  })
  newOwnerId?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'True: it is deleted now, for all its members. Restoring your account brings it back.',
  })
  delete?: boolean | null;
}

@InputType({ description: 'Input of `deleteAccount`.' })
export class DeleteAccountInput extends ProofInput {
  @Field(() => [ProjectFateInput], {
    nullable: true,
    description:
      'What becomes of your projects. Each that others belong to, and nobody but you owns, has to be named. Of one with ' +
      'another owner your membership ends with your account; one with nobody else in it is deleted with it.',
  })
  projects?: ProjectFateInput[] | null;
}

@ObjectType({ description: 'What `deleteAccount` answers.' })
export class DeleteAccountPayload {
  @Field(() => GraphQLDateTimeISO, {
    description: 'When the account is deleted for good; until then it can be restored.',
  })
  deletionAt!: Date;
}

@InputType({ description: 'Input of `restoreAccount`.' })
export class RestoreAccountInput extends WriteInput {}

export const RestoreAccountPayload = payloadOf('RestoreAccount', OwnAccountType);
