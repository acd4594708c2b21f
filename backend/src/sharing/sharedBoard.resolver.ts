import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { orNull } from '../platform/graphql/describe.js';
import { Public } from '../platform/graphql/public.js';
import type { Context } from '../request/context.js';
import { openSharedLink } from './openLink.js';
import { readSharedBoard, readSharedTasks } from './sharedBoard.js';
import {
  OpenSharedLinkInput,
  OpenSharedLinkPayload,
  SharedBoardType,
  SharedTaskPageType,
} from './sharedBoard.types.js';

const TOKEN = 'The token of the link: the last part of its address.';
const KEY = 'The key of `openSharedLink`, if the link has a password.';

@Resolver()
export class SharedBoardResolver {
  @Public()
  @Query(() => SharedBoardType, {
    description:
      'What a shared link shows, for anyone who has it. NOT_FOUND if it has ended; UNAUTHENTICATED if it needs its password.',
  })
  sharedBoard(
    @Arg('token', () => String, { description: TOKEN }) token: string,
    @Arg('key', () => String, orNull(KEY)) key: string | undefined,
    @Ctx() ctx: Context,
  ): Promise<SharedBoardType> {
    return readSharedBoard(ctx, { token, key });
  }

  @Public()
  @Query(() => SharedTaskPageType, { description: 'A further page of a column of a shared link.' })
  sharedTasks(
    @Arg('token', () => String, { description: TOKEN }) token: string,
    @Arg('key', () => String, orNull(KEY)) key: string | undefined,
    @Arg('column', () => String, { description: 'The column, as `sharedBoard` identifies it.' }) column: string,
    @Arg('after', () => String, orNull('The `next` of the page before.'))
    after: string | undefined,
    @Ctx() ctx: Context,
  ): Promise<SharedTaskPageType> {
    return readSharedTasks(ctx, { token, key, column, after });
  }

  @Public()
  @Mutation(() => OpenSharedLinkPayload, {
    description: 'Gives a key for a shared link with a password. VALIDATION_FAILED at `password` if it is wrong.',
  })
  openSharedLink(
    @Arg('input', () => OpenSharedLinkInput, { description: 'The link and its password.' }) input: object,
    @Ctx() ctx: Context,
  ): Promise<OpenSharedLinkPayload> {
    return openSharedLink(ctx, input);
  }
}
