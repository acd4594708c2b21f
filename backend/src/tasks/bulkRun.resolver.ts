import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { BULK_RUN } from '../../contract/limits.js';
import type { Context } from '../request/context.js';
import { type IdInput, Input, type WriteInput } from '../platform/graphql/write.js';
import { count } from '../platform/graphql/limitWords.js';
import { getBulkRun, startBulkRun, stopBulkRun } from './bulkRun.service.js';
import { BulkRunType, StartBulkRunPayload, StopBulkRunPayload } from './bulkRun.types.js';
import { StartBulkRunInput, StopBulkRunInput } from './task.inputs.js';

@Resolver()
export class BulkRunResolver {
  @Query(() => BulkRunType, {
    nullable: true,
    description: 'The progress of one of your bulk runs; NOT_FOUND when absent or foreign. Kept for 30 days.',
  })
  bulkRun(@Arg('id', () => ID, { description: 'The run.' }) id: string, @Ctx() ctx: Context) {
    return getBulkRun(ctx, id);
  }

  @Mutation(() => StartBulkRunPayload, {
    description:
      `Changes or deletes all tasks that match now, up to ${count(BULK_RUN.max)}, in the background. Tasks that are deleted ` +
      'in the meantime or cannot be changed are skipped. CONFLICT while another bulk run of yours is running.',
  })
  startBulkRun(@Input(StartBulkRunInput, 'The tasks, and the change.') input: WriteInput, @Ctx() ctx: Context) {
    return startBulkRun(ctx, input);
  }

  @Mutation(() => StopBulkRunPayload, { description: 'Stops a bulk run; tasks it has already changed stay changed.' })
  stopBulkRun(@Input(StopBulkRunInput, 'The run to stop.') input: IdInput, @Ctx() ctx: Context) {
    return stopBulkRun(ctx, input.id);
  }
}
