import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, ID, Info, Query, Resolver } from 'type-graphql';
import { LIMITS } from '../../../contract/limits.js';
import type { Context } from '../../request/context.js';
import { orNull } from '../../platform/graphql/describe.js';
import { Node, type TypedRow } from '../../platform/graphql/node.js';
import { selectedTypes } from '../../platform/graphql/selection.js';
import { type FoundNode, readNodes } from './node.reads.js';

const typed = (found: FoundNode | null | undefined): TypedRow | null =>
  found ? { ...found.node, __typename: found.type } : null;

@Resolver()
export class NodeResolver {
  @Query(() => Node, orNull('The object with this id, of any type; null when it is absent or not visible to you.'))
  async node(
    @Arg('id', () => ID, { description: 'Its id.' }) id: string,
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return typed((await readNodes(ctx, [id], selectedTypes(info)))[0]);
  }

  @Query(() => [Node], {
    nullable: 'items',
    description: 'The objects with these ids, in the same order; null for each that is absent or not visible to you.',
  })
  async nodes(
    @Arg('ids', () => [ID], { description: `Up to ${LIMITS.pageMax}.` }) ids: string[],
    @Ctx() ctx: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return (await readNodes(ctx, ids, selectedTypes(info))).map(typed);
  }
}
