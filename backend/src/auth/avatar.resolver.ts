import { Arg, Ctx, Field, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import type { Context } from '../kernel/context.js';
import { WriteInput } from '../kernel/graphql/write.js';
import type { UserRow } from '../users/user.reads.js';
import { UserType } from '../users/user.types.js';
import { removeAvatar } from './avatar.service.js';

@InputType({ description: 'Input of `removeAvatar`.' })
export class RemoveAvatarInput extends WriteInput {}

@ObjectType({ description: 'What `removeAvatar` answers.' })
export class RemoveAvatarPayload {
  @Field(() => UserType, { description: 'You, without a picture.' })
  user!: UserType;
}

@Resolver()
export class AvatarResolver {
  @Mutation(() => RemoveAvatarPayload, {
    description: 'Takes your picture away. To set one, send the file by REST: `PUT /api/auth/avatar`.',
  })
  async removeAvatar(
    @Arg('input', () => RemoveAvatarInput, { nullable: true, description: 'May be left out.' })
    input: RemoveAvatarInput | null,
    @Ctx() ctx: Context,
  ): Promise<{ user: UserRow }> {
    return { user: await removeAvatar(ctx) };
  }
}
