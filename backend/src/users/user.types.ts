import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Ctx, Field, FieldResolver, ID, ObjectType, Resolver, Root } from 'type-graphql';
import { LIMITS } from '../../contract/limits.js';
import type { Context } from '../request/context.js';
import { orNull } from '../platform/graphql/describe.js';
import { Node } from '../platform/graphql/node.js';
import { Personal } from '../platform/graphql/personal.js';
import type { Moment } from '../platform/database/rows.js';
import { AllowPendingDeletion } from '../platform/graphql/allowPendingDeletion.js';
import { fullName } from './user.presenter.js';
import type { UserRow } from './user.reads.js';

@ObjectType('User', { implements: Node, description: 'A person with an account.' })
export class UserType implements Node {
  @Field(() => ID, { description: 'UUID version 7.' })
  id!: string;

  @Field(() => String, { description: `Given name, up to ${LIMITS.nameMax} characters.` })
  firstName!: string;

  @Field(() => String, { description: `Family name, up to ${LIMITS.nameMax} characters.` })
  lastName!: string;

  @Field(() => String, {
    description: `Unique without case; ${LIMITS.usernameMin} to ${LIMITS.usernameMax} characters without white space or @. A deleted account has a longer one, which cannot be chosen.`,
  })
  username!: string;

  @Field(() => String, orNull('Path of the picture on this server, new for each picture; null if there is none.'))
  avatar!: string | null;

  @Field(() => GraphQLDateTimeISO, { description: 'When the account was created.' })
  createdAt!: Moment;

  @Field(() => GraphQLDateTimeISO, { description: 'When the person last changed their profile.' })
  updatedAt!: Moment;
}

@ObjectType()
export abstract class OwnAccountType {
  @Field(() => UserType, { description: 'You, as you are now.' })
  user!: UserType;
}

@Resolver(() => UserType)
export class UserFields {
  @FieldResolver(() => String, { description: 'First and last name.' })
  name(@Root() user: UserRow): string {
    return fullName(user);
  }

  @Personal()
  @AllowPendingDeletion()
  @FieldResolver(() => String, orNull('Your email address; null for other people.'))
  email(@Root() user: UserRow, @Ctx() ctx: Context): string | null {
    return ctx.viewer?.userId === user.id ? user.email : null;
  }
}
