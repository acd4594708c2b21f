import { Ctx, FieldResolver, Int, Mutation, Resolver, Root } from 'type-graphql';
import { CHECKLIST } from '../../contract/limits.js';
import type { Context } from '../request/context.js';
import { Input, type InputWith } from '../platform/graphql/write.js';
import type { MaybePromise } from '../request/loaders.js';
import { getChecklistCount, type TaskRow } from '../tasks/task.reads.js';
import { TaskType } from '../tasks/task.types.js';
import { readChecklist } from './checklist.reads.js';
import {
  addChecklistItem,
  addChecklistItems,
  deleteChecklistItem,
  moveChecklistItem,
  turnIntoTask,
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
  TurnIntoTaskInput,
  TurnIntoTaskPayload,
  UpdateChecklistItemInput,
  UpdateChecklistItemPayload,
} from './checklist.types.js';

@Resolver()
export class ChecklistResolver {
  @Mutation(() => AddChecklistItemPayload, { description: 'Adds an item to the end of a task’s checklist.' })
  addChecklistItem(
    @Input(AddChecklistItemInput, 'The task and the new item.') input: InputWith<'taskId'>,
    @Ctx() ctx: Context,
  ) {
    return addChecklistItem(ctx, input.taskId, input);
  }

  @Mutation(() => AddChecklistItemsPayload, {
    description: 'Adds several items to the end of a task’s checklist: all of them or none.',
  })
  addChecklistItems(
    @Input(AddChecklistItemsInput, 'The task and the new items.') input: InputWith<'taskId'>,
    @Ctx() ctx: Context,
  ) {
    return addChecklistItems(ctx, input.taskId, input);
  }

  @Mutation(() => UpdateChecklistItemPayload, { description: 'Changes the text of an item, or checks or unchecks it.' })
  updateChecklistItem(
    @Input(UpdateChecklistItemInput, 'The item, and the change.') input: InputWith<'id' | 'taskId'>,
    @Ctx() ctx: Context,
  ) {
    return updateChecklistItem(ctx, input, input);
  }

  @Mutation(() => MoveChecklistItemPayload, { description: 'Moves an item to a place in its checklist.' })
  moveChecklistItem(
    @Input(MoveChecklistItemInput, 'The item and its new place.') input: InputWith<'id' | 'taskId'>,
    @Ctx() ctx: Context,
  ) {
    return moveChecklistItem(ctx, input, input);
  }

  @Mutation(() => DeleteChecklistItemPayload, { description: 'Deletes an item from its checklist.' })
  deleteChecklistItem(
    @Input(DeleteChecklistItemInput, 'The item to delete.') input: InputWith<'id' | 'taskId'>,
    @Ctx() ctx: Context,
  ) {
    return deleteChecklistItem(ctx, input);
  }

  @Mutation(() => TurnIntoTaskPayload, {
    description: 'Replaces an item by a subtask of its task, which is DONE if the item was checked.',
  })
  turnIntoTask(
    @Input(TurnIntoTaskInput, 'The item, and the id of the new task.') input: InputWith<'itemId' | 'taskId'>,
    @Ctx() ctx: Context,
  ) {
    return turnIntoTask(ctx, { id: input.itemId, taskId: input.taskId }, input);
  }
}

@Resolver(() => TaskType)
export class TaskChecklistFields {
  @FieldResolver(() => [ChecklistItemType], {
    description: `Its checklist, in order: up to ${CHECKLIST.max} items.`,
  })
  checklist(@Root() task: TaskRow, @Ctx() ctx: Context) {
    return readChecklist(ctx, task);
  }

  @FieldResolver(() => Int, { description: 'How many items its checklist has.' })
  checklistTotal(@Root() task: TaskRow, @Ctx() ctx: Context): MaybePromise<number> {
    return task.checklistTotal ?? getChecklistCount(ctx, task).then(({ total }) => total);
  }

  @FieldResolver(() => Int, { description: 'How many of these are checked.' })
  checklistDone(@Root() task: TaskRow, @Ctx() ctx: Context): MaybePromise<number> {
    return task.checklistDone ?? getChecklistCount(ctx, task).then(({ done }) => done);
  }
}
