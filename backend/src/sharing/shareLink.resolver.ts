import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { SHARE_LINKS } from '../../contract/limits.js';
import { type IdInput, Input, type InputWith } from '../platform/graphql/write.js';
import { parseId } from '../platform/lib/ids.js';
import type { Context } from '../request/context.js';
import { userLoader } from '../users/user.reads.js';
import { UserType } from '../users/user.types.js';
import { readShareLinks, type ShareLinkRow } from './shareLink.reads.js';
import { createShareLink, revokeShareLink } from './shareLink.service.js';
import {
  CreateShareLinkInput,
  CreateShareLinkPayload,
  RevokeShareLinkInput,
  RevokeShareLinkPayload,
  ShareLinkType,
} from './shareLink.types.js';

@Resolver()
export class ShareLinkResolver {
  @Query(() => [ShareLinkType], {
    description: `The shared links of a project that have not ended, and those that expired, newest first; at most ${SHARE_LINKS.max}. OWNER only.`,
  })
  async shareLinks(
    @Arg('projectId', () => ID, { description: 'The project.' }) projectId: string,
    @Ctx() ctx: Context,
  ): Promise<ShareLinkRow[]> {
    return readShareLinks(ctx, parseId(projectId));
  }

  @Mutation(() => CreateShareLinkPayload, {
    description:
      'Creates a link that shows the tasks of a project to everyone who has it. Its address is returned only once: a repeat ' +
      `with the same key is a CONFLICT, and so is a link beyond ${SHARE_LINKS.max} of the project. OWNER only.`,
  })
  createShareLink(
    @Input(CreateShareLinkInput, 'The project, and what the link shows.') input: InputWith<'projectId'>,
    @Ctx() ctx: Context,
  ) {
    return createShareLink(ctx, input.projectId, input);
  }

  @Mutation(() => RevokeShareLinkPayload, {
    description: 'Revokes a shared link; open pages of visitors end within 2 s. OWNER only.',
  })
  revokeShareLink(
    @Input(RevokeShareLinkInput, 'Which one.') input: IdInput & { projectId?: string | null },
    @Ctx() ctx: Context,
  ) {
    return revokeShareLink(ctx, input.id, input.projectId);
  }
}

@Resolver(() => ShareLinkType)
export class ShareLinkFields {
  @FieldResolver(() => UserType, { description: 'The owner who created it.' })
  creator(@Root() link: ShareLinkRow, @Ctx() ctx: Context) {
    return userLoader(ctx).load(link.creatorId);
  }
}
