import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { EXPORTS } from '../../contract/limits.js';
import type { Context } from '../kernel/context.js';
import { WhileLeaving } from '../kernel/graphql/whileLeaving.js';
import { readExports } from './export.reads.js';
import { getExport, requestExport } from './export.service.js';
import { ExportType, RequestExportInput, RequestExportPayload } from './export.types.js';

@Resolver()
export class ExportResolver {
  @WhileLeaving()
  @Query(() => [ExportType], { description: 'Your downloads of the last day, newest first.' })
  exports(@Ctx() ctx: Context) {
    return readExports(ctx);
  }

  @WhileLeaving()
  @Query(() => ExportType, {
    nullable: true,
    description: 'How one of your downloads stands; NOT_FOUND when absent, foreign or no longer kept.',
  })
  export(@Arg('id', () => ID, { description: 'The download.' }) id: string, @Ctx() ctx: Context) {
    return getExport(ctx, id);
  }

  @WhileLeaving()
  @Mutation(() => RequestExportPayload, {
    description:
      'Asks for a download of all that you may see and of your own account; a notification tells when it is ready. Answers ' +
      `the one that is under way, where there is one. RATE_LIMITED after ${EXPORTS.perDay} in 24 hours; those that have ` +
      'failed do not count.',
  })
  requestExport(
    @Arg('input', () => RequestExportInput, { nullable: true, description: 'May be left out.' })
    input: RequestExportInput | null,
    @Ctx() ctx: Context,
  ) {
    return requestExport(ctx);
  }
}
