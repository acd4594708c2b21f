import { Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { VIEWS } from '../../contract/limits.js';
import type { Context } from '../kernel/context.js';
import { type IdInput, Input } from '../kernel/graphql/write.js';
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
    description: `The views of tasks that you have saved, the oldest first; at most ${VIEWS.max}.`,
  })
  views(@Ctx() ctx: Context): Promise<ViewRow[]> {
    return readViews(ctx);
  }

  @Mutation(() => SaveViewPayload, {
    description: `Saves a view of tasks for yourself. CONFLICT where you have ${VIEWS.max}.`,
  })
  saveView(
    @Input(SaveViewInput, 'Its name, and what it shows.') input: SaveViewInput,
    @Ctx() ctx: Context,
  ): Promise<{ view: ViewRow }> {
    return saveView(ctx, input);
  }

  @Mutation(() => UpdateViewPayload, { description: 'Changes a view of yours.' })
  updateView(
    @Input(UpdateViewInput, 'Which one, and what to change.') input: UpdateViewInput,
    @Ctx() ctx: Context,
  ): Promise<{ view: ViewRow }> {
    return updateView(ctx, input.id, input);
  }

  @Mutation(() => DeleteViewPayload, { description: 'Deletes a view of yours, not its tasks.' })
  deleteView(
    @Input(DeleteViewInput, 'Which one.') input: IdInput,
    @Ctx() ctx: Context,
  ): Promise<{ viewId: string }> {
    return deleteView(ctx, input.id);
  }
}
