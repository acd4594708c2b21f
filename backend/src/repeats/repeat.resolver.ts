import { Ctx, Mutation, Resolver } from 'type-graphql';
import { type IdInput, Input } from '../platform/graphql/write.js';
import type { Context } from '../request/context.js';
import { endSeries, setRepeat, skipOccurrence } from './repeat.service.js';
import {
  EndSeriesInput,
  EndSeriesPayload,
  SetRepeatInput,
  SetRepeatPayload,
  SkipOccurrenceInput,
  SkipOccurrencePayload,
} from './repeat.types.js';

@Resolver()
export class RepeatResolver {
  @Mutation(() => SetRepeatPayload, {
    description:
      'Makes a task repeat: when it is done, the next one is created, with its checklist unticked. A task without a due date ' +
      'becomes due on the first day of the rule.',
  })
  setRepeat(@Input(SetRepeatInput, 'The task and its rule.') input: IdInput, @Ctx() ctx: Context) {
    return setRepeat(ctx, input.id, input);
  }

  @Mutation(() => EndSeriesPayload, { description: 'Ends a series: the task stays, and none follows.' })
  endSeries(@Input(EndSeriesInput, 'The task.') input: IdInput, @Ctx() ctx: Context) {
    return endSeries(ctx, input.id);
  }

  @Mutation(() => SkipOccurrencePayload, {
    description: 'Moves a repeating task to its next day without completing it.',
  })
  skipOccurrence(@Input(SkipOccurrenceInput, 'The task.') input: IdInput, @Ctx() ctx: Context) {
    return skipOccurrence(ctx, input.id);
  }
}
