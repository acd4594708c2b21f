import { Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { VIEWS } from '../../contract/limits.js';
import type { Context } from '../request/context.js';
import { type IdInput, Input, type WriteInput } from '../platform/graphql/write.js';
import { readViews, type ViewRow } from './view.reads.js';
import { deleteView, saveView, updateView } from './view.service.js';
import {
  DeleteViewInput,
  DeleteViewPayload,
  SaveViewInput,
  SaveViewPayload,
  UpdateViewInput,
  UpdateViewPayload,
  ViewType,
} from './view.types.js';

@Resolver()
export class ViewResolver {
  @Query(() => [ViewType], {
    description: `Your saved views of tasks, oldest first; at most ${VIEWS.max}.`,
  })
  views(@Ctx() ctx: Context): Promise<ViewRow[]> {
    return readViews(ctx);
  }

  @Mutation(() => SaveViewPayload, {
    description: `Saves a view of tasks for yourself. CONFLICT if you have ${VIEWS.max}.`,
  })
  saveView(
    @Input(SaveViewInput, 'Its name and contents.') input: WriteInput,
    @Ctx() ctx: Context,
  ): Promise<{ view: ViewRow }> {
    return saveView(ctx, input);
  }

  @Mutation(() => UpdateViewPayload, { description: 'Changes one of your views.' })
  updateView(
    @Input(UpdateViewInput, 'Which one, and what to change.') input: IdInput,
    @Ctx() ctx: Context,
  ): Promise<{ view: ViewRow }> {
    return updateView(ctx, input.id, input);
  }

  @Mutation(() => DeleteViewPayload, { description: 'Deletes one of your views, but no tasks.' })
  deleteView(@Input(DeleteViewInput, 'Which one.') input: IdInput, @Ctx() ctx: Context): Promise<{ viewId: string }> {
    return deleteView(ctx, input.id);
  }
}
