import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { EXPORTS } from '../../contract/limits.js';
import type { Context } from '../request/context.js';
import { orNull } from '../platform/graphql/describe.js';
import type { WriteInput } from '../platform/graphql/write.js';
import { AllowPendingDeletion } from '../platform/graphql/allowPendingDeletion.js';
import { readExports } from './export.reads.js';
import { getExport, requestExport } from './export.service.js';
import { ExportType, RequestExportInput, RequestExportPayload } from './export.types.js';

@Resolver()
export class ExportResolver {
  @AllowPendingDeletion()
  @Query(() => [ExportType], { description: 'Your downloads of the last day, newest first.' })
  exports(@Ctx() ctx: Context) {
    return readExports(ctx);
  }

  @AllowPendingDeletion()
  @Query(() => ExportType, orNull('One of your downloads; NOT_FOUND if there is none or it is no longer kept.'))
  export(@Arg('id', () => ID, { description: 'The download.' }) id: string, @Ctx() ctx: Context) {
    return getExport(ctx, id);
  }

  @AllowPendingDeletion()
  @Mutation(() => RequestExportPayload, {
    description:
      'Requests a download of your account and everything you can see; you get a notification when it is ready. Returns the ' +
      `running one if there is one. RATE_LIMITED after ${EXPORTS.perDay} in 24 hours; failed ones do not count.`,
  })
  requestExport(
    @Arg('input', () => RequestExportInput, orNull('Optional.'))
    input: WriteInput | null,
    @Ctx() ctx: Context,
  ) {
    return requestExport(ctx);
  }
}
