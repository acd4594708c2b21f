import { Ctx, FieldResolver, Int, Mutation, Resolver, Root } from 'type-graphql';
import { CHECKLIST } from '../../contract/limits.js';
import type { Context } from '../kernel/context.js';
import { Input } from '../kernel/graphql/write.js';
import type { MaybePromise } from '../kernel/loaders.js';
import { checklistCountOf, type TaskRow } from '../tasks/task.reads.js';
import { TaskType } from '../tasks/task.types.js';
import { readChecklist } from './checklist.reads.js';
import {
  addChecklistItem,
  addChecklistItems,
  deleteChecklistItem,
  moveChecklistItem,
  updateChecklistItem,
} from './checklist.service.js';
import {
  AddChecklistItemInput,
  AddChecklistItemPayload,
  AddChecklistItemsInput,
  AddChecklistItemsPayload,
  ChecklistItemType,
  DeleteChecklistItemInput,
  DeleteChecklistItemPayload,
  MoveChecklistItemInput,
  MoveChecklistItemPayload,
  UpdateChecklistItemInput,
  UpdateChecklistItemPayload,
} from './checklist.types.js';

@Resolver()
export class ChecklistResolver {
  @Mutation(() => AddChecklistItemPayload, { description: 'Adds an item to the end of a task’s checklist.' })
  addChecklistItem(
    @Input(AddChecklistItemInput, 'What it says, of which task.') input: AddChecklistItemInput,
    @Ctx() ctx: Context,
  ) {
    return addChecklistItem(ctx, input.taskId, input);
  }

  @Mutation(() => AddChecklistItemsPayload, {
    description: 'Adds several items to the end of a task’s checklist: all of them or none.',
  })
  addChecklistItems(
    @Input(AddChecklistItemsInput, 'What they say, of which task.') input: AddChecklistItemsInput,
    @Ctx() ctx: Context,
  ) {
    return addChecklistItems(ctx, input.taskId, input);
  }

  @Mutation(() => UpdateChecklistItemPayload, { description: 'Changes what an item says, or ticks it.' })
  updateChecklistItem(
    @Input(UpdateChecklistItemInput, 'Which one, and what to change.') input: UpdateChecklistItemInput,
    @Ctx() ctx: Context,
  ) {
    return updateChecklistItem(ctx, input, input);
  }

  @Mutation(() => MoveChecklistItemPayload, { description: 'Puts an item at a place in its checklist.' })
  moveChecklistItem(
    @Input(MoveChecklistItemInput, 'Which one, where to.') input: MoveChecklistItemInput,
    @Ctx() ctx: Context,
  ) {
    return moveChecklistItem(ctx, input, input);
  }

  @Mutation(() => DeleteChecklistItemPayload, { description: 'Takes an item off its checklist.' })
  deleteChecklistItem(
    @Input(DeleteChecklistItemInput, 'Which one.') input: DeleteChecklistItemInput,
    @Ctx() ctx: Context,
  ) {
    return deleteChecklistItem(ctx, input);
  }
}

/** What its checklist adds to a task. */
@Resolver(() => TaskType)
export class TaskChecklistFields {
  @FieldResolver(() => [ChecklistItemType], {
    description: `What is to be done within it, in order: up to ${CHECKLIST.max}.`,
  })
  checklist(@Root() task: TaskRow, @Ctx() ctx: Context) {
    return readChecklist(ctx, task);
  }

  @FieldResolver(() => Int, { description: 'How many items its checklist has.' })
  checklistTotal(@Root() task: TaskRow, @Ctx() ctx: Context): MaybePromise<number> {
    return task.checklistTotal ?? checklistCountOf(ctx, task).then(({ total }) => total);
  }

  @FieldResolver(() => Int, { description: 'How many of these are ticked.' })
  checklistDone(@Root() task: TaskRow, @Ctx() ctx: Context): MaybePromise<number> {
    return task.checklistDone ?? checklistCountOf(ctx, task).then(({ done }) => done);
  }
}
