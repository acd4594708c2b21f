import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../request/context.js';
import { orNull } from '../platform/graphql/describe.js';
import { inputOf } from '../platform/graphql/inputOf.js';
import { payloadOf, type WriteInput } from '../platform/graphql/write.js';
import type { UserRow } from '../users/user.reads.js';
import { OwnAccountType } from '../users/user.types.js';
import { removeAvatar } from './avatar.service.js';

const RemoveAvatarInput = inputOf('RemoveAvatar');
const RemoveAvatarPayload = payloadOf('RemoveAvatar', OwnAccountType);

@Resolver()
export class AvatarResolver {
  @Mutation(() => RemoveAvatarPayload, {
    description: 'Removes your picture. To set one, send the file by REST: `PUT /api/auth/avatar`.',
  })
  async removeAvatar(
    @Arg('input', () => RemoveAvatarInput, orNull('Optional.'))
    input: WriteInput | null,
    @Ctx() ctx: Context,
  ): Promise<{ user: UserRow }> {
    return { user: await removeAvatar(ctx) };
  }
}
