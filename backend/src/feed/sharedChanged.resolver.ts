import { Arg, Resolver, Root, Subscription } from 'type-graphql';
import { sharedBoardSchema } from '../../contract/shareLinks.js';
import { orNull } from '../platform/graphql/describe.js';
import { Public } from '../platform/graphql/public.js';
import { parse } from '../platform/lib/parse.js';
import type { Context } from '../request/context.js';
import { requireLink } from '../sharing/openLink.js';
import { SharedChangeType } from '../sharing/sharedBoard.types.js';
import { requireEvent, requireSocket } from './feed.resolver.js';
import type { LinkEvent } from './linkHub.js';

@Resolver()
export class SharedChangedResolver {
  @Public()
  @Subscription(() => SharedChangeType, {
    description:
      'The revision of the project that a shared link shows, now and after each change; completes when the link has ended.',
    subscribe: async ({ context, args }) => {
      const { live, viewer } = requireSocket(context as Context);
      const link = await requireLink(context as Context, parse(sharedBoardSchema, args));
      return live.hubs.links.subscribe(link, viewer !== null);
    },
  })
  sharedChanged(
    @Root() event: LinkEvent | undefined,
    @Arg('token', () => String, { description: 'The token of the link.' }) _token: string,
    @Arg('key', () => String, orNull('The key of a link with a password.'))
    _key: string | undefined,
  ): SharedChangeType {
    return requireEvent(event);
  }
}
