import { Arg, Ctx, InputType, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../kernel/context.js';
import { payloadOf, WriteInput } from '../kernel/graphql/write.js';
import type { UserRow } from '../users/user.reads.js';
import { OwnAccountType } from '../users/user.types.js';
import { removeAvatar } from './avatar.service.js';

@InputType({ description: 'Input of `removeAvatar`.' })
export class RemoveAvatarInput extends WriteInput {}

const RemoveAvatarPayload = payloadOf('RemoveAvatar', OwnAccountType);

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
