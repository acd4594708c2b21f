import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { BULK_RUN } from '../../contract/limits.js';
import type { Context } from '../kernel/context.js';
import { type IdInput, Input } from '../kernel/graphql/write.js';
import { count } from '../kernel/graphql/limitWords.js';
import { getBulkRun, startBulkRun, stopBulkRun } from './bulkRun.service.js';
import { BulkRunType, StartBulkRunPayload, StopBulkRunPayload } from './bulkRun.types.js';
import { StartBulkRunInput, StopBulkRunInput } from './task.inputs.js';

@Resolver()
export class BulkRunResolver {
  @Query(() => BulkRunType, {
    nullable: true,
    description: 'How far one of your changes of many tasks is; NOT_FOUND when absent or foreign. Kept for 30 days.',
  })
  bulkRun(@Arg('id', () => ID, { description: 'The run.' }) id: string, @Ctx() ctx: Context) {
    return getBulkRun(ctx, id);
  }

  @Mutation(() => StartBulkRunPayload, {
    description:
      `Changes or deletes up to ${count(BULK_RUN.max)} tasks, all that match at this moment, part by part; it goes on by ` +
      'itself. Tasks that are gone by then or cannot be changed are left out. CONFLICT while another one of yours goes on.',
  })
  startBulkRun(
    @Input(StartBulkRunInput, 'Which tasks, and what to change.') input: StartBulkRunInput,
    @Ctx() ctx: Context,
  ) {
    return startBulkRun(ctx, input);
  }

  @Mutation(() => StopBulkRunPayload, { description: 'Stops one; what it has changed stays so.' })
  stopBulkRun(@Input(StopBulkRunInput, 'Which one.') input: IdInput, @Ctx() ctx: Context) {
    return stopBulkRun(ctx, input.id);
  }
}
