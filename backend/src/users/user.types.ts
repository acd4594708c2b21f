import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Ctx, Field, FieldResolver, ID, ObjectType, Resolver, Root } from 'type-graphql';
import { LIMITS } from '../../contract/limits.js';
import type { Context } from '../kernel/context.js';
import { Node } from '../kernel/graphql/node.js';
import { Personal } from '../kernel/graphql/personal.js';
import type { Moment } from '../kernel/rows.js';
import { WhileLeaving } from '../kernel/graphql/whileLeaving.js';
import { nameOf } from './user.presenter.js';
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
    description: `Unique without case; ${LIMITS.usernameMin} to ${LIMITS.usernameMax} characters, no white space and no @; of an account that was deleted a longer one, which nobody can choose.`,
  })
  username!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Path of a picture on this server, a new one for each picture; null when there is none.',
  })
  avatar!: string | null;

  @Field(() => GraphQLDateTimeISO, { description: 'When the account was made.' })
  createdAt!: Moment;

  @Field(() => GraphQLDateTimeISO, { description: 'When the person last changed their profile.' })
  updatedAt!: Moment;
}

/** What a write to one's own account answers. */
@ObjectType()
export abstract class OwnAccountType {
  @Field(() => UserType, { description: 'You, as you are now.' })
  user!: UserType;
}

/** The computed fields of a person. */
@Resolver(() => UserType)
export class UserFields {
  @FieldResolver(() => String, { description: 'First and last name.' })
  name(@Root() user: UserRow): string {
    return nameOf(user);
  }

  @Personal()
  @WhileLeaving()
  @FieldResolver(() => String, { nullable: true, description: 'E-mail address; null for everybody but oneself.' })
  email(@Root() user: UserRow, @Ctx() ctx: Context): string | null {
    return ctx.viewer?.userId === user.id ? user.email : null;
  }
}
