import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Field, ID, InputType, Int } from 'type-graphql';
import { TaskPriority, TaskStatus } from '../../contract/enums.js';
import { BULK_RUN, LIMITS } from '../../contract/limits.js';
import { count, oneTo } from '../kernel/graphql/limitWords.js';
import { idInputOf, MutationId, WriteInput } from '../kernel/graphql/write.js';
import { TaskFilterInput } from './task.types.js';

const TITLE = `${oneTo(LIMITS.taskTitleMax)}.`;
const VERSION =
  'The version this change was made from. Fields changed by others since then to something else: CONFLICT.';

/** What a new task and a change to one may say alike. */
@InputType()
abstract class TaskFieldsInput {
  @Field(() => String, { nullable: true, description: `Up to ${count(LIMITS.taskDescriptionMax)} characters.` })
  description?: string | null;

  @Field(() => GraphQLDateTimeISO, { nullable: true, description: 'When it is due; null for no date.' })
  dueDate?: Date | null;

  @Field(() => [String], {
    nullable: true,
    description: `All its tags: up to ${LIMITS.tagsMax} of up to ${LIMITS.tagMax} characters, without commas.`,
  })
  tags?: string[] | null;

  @Field(() => ID, { nullable: true, description: 'A member of the project; null for nobody.' })
  assigneeId?: string | null;
}

/** What is said of a new task, whether it is made alone or with others. */
@InputType()
export abstract class NewTaskFieldsInput extends TaskFieldsInput {
  @Field(() => ID, { nullable: true, description: 'A UUID of your own for the task, so that a repeat is recognised.' })
  id?: string | null;

  @Field(() => String, { description: TITLE })
  title!: string;

  @Field(() => TaskPriority, { description: 'How urgent it is.' })
  priority!: TaskPriority;

  @Field(() => TaskStatus, { nullable: true, description: 'The column to put it in; TODO unless given.' })
  status?: TaskStatus | null;
}

@InputType({ description: 'Input of `createTask`.' })
export class CreateTaskInput extends NewTaskFieldsInput {
  @MutationId()
  mutationId?: string | null;

  @Field(() => ID, { description: 'The project it belongs to.' })
  projectId!: string;
}

@InputType({ description: 'Input of `updateTask`: only the fields to change.' })
export class UpdateTaskInput extends TaskFieldsInput {
  @MutationId()
  mutationId?: string | null;

  @Field(() => ID, { description: 'The task.' })
  id!: string;

  @Field(() => String, { nullable: true, description: TITLE })
  title?: string | null;

  @Field(() => TaskStatus, { nullable: true, description: 'The column; the place among the tasks stays.' })
  status?: TaskStatus | null;

  @Field(() => TaskPriority, { nullable: true, description: 'How urgent it is.' })
  priority?: TaskPriority | null;

  @Field(() => Int, { nullable: true, description: VERSION })
  version?: number | null;
}

@InputType()
abstract class OneTaskInput extends WriteInput {
  @Field(() => ID, { description: 'The task.' })
  id!: string;
}

@InputType({ description: 'Input of `assignTask`.' })
export class AssignTaskInput extends OneTaskInput {
  @Field(() => ID, { nullable: true, description: 'A member of the project; null for nobody.' })
  assigneeId?: string | null;

  @Field(() => Int, { nullable: true, description: VERSION })
  version?: number | null;
}

@InputType({ description: 'Input of `updateTaskStatus`.' })
export class UpdateTaskStatusInput extends OneTaskInput {
  @Field(() => TaskStatus, { description: 'The new column; the place among the tasks stays.' })
  status!: TaskStatus;

  @Field(() => Int, { nullable: true, description: VERSION })
  version?: number | null;
}

@InputType({ description: 'Input of `moveTask`. With neither neighbour the task goes to the column’s end.' })
export class MoveTaskInput extends OneTaskInput {
  @Field(() => TaskStatus, { description: 'The column it was dropped in.' })
  status!: TaskStatus;

  @Field(() => ID, {
    nullable: true,
    description: 'The task right above the place; may be of another project. One that is gone or foreign is ignored.',
  })
  afterId?: string | null;

  @Field(() => ID, { nullable: true, description: 'The task right below the place.' })
  beforeId?: string | null;
}

@InputType({ description: 'Input of `moveTaskToProject`.' })
export class MoveTaskToProjectInput extends OneTaskInput {
  @Field(() => ID, { description: 'One of your projects, to which its assignee belongs as well.' })
  projectId!: string;
}

@InputType()
abstract class ChangeOfManyInput extends WriteInput {
  @Field(() => TaskStatus, { nullable: true, description: 'The column.' })
  status?: TaskStatus | null;

  @Field(() => TaskPriority, { nullable: true, description: 'How urgent they are.' })
  priority?: TaskPriority | null;

  @Field(() => GraphQLDateTimeISO, { nullable: true, description: 'When they are due; null takes the date away.' })
  dueDate?: Date | null;

  @Field(() => ID, { nullable: true, description: 'A member of all their projects; null for nobody.' })
  assigneeId?: string | null;

  @Field(() => [String], { nullable: true, description: 'Tags to add.' })
  addTags?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Tags to take away.' })
  removeTags?: string[] | null;

  @Field(() => Boolean, { nullable: true, description: 'true deletes them.' })
  delete?: boolean | null;
}

@InputType({ description: 'Input of `bulkUpdateTasks`: the same change to many tasks, or their deletion, as one act.' })
export class BulkUpdateTasksInput extends ChangeOfManyInput {
  @Field(() => [ID], { description: `Up to ${LIMITS.bulkMax} tasks, of one or several projects.` })
  ids!: string[];
}

@InputType({ description: 'Input of `startBulkRun`: the same change to all tasks that match, or their deletion.' })
export class StartBulkRunInput extends ChangeOfManyInput {
  @Field(() => TaskFilterInput, {
    nullable: true,
    description: `Which tasks, up to ${count(BULK_RUN.max)}; all of yours unless given, which a deletion has to say ({}).`,
  })
  filter?: TaskFilterInput | null;

  @Field(() => [ID], {
    nullable: true,
    description: `Up to ${count(BULK_RUN.exceptMax)} tasks that are left as they are.`,
  })
  except?: string[] | null;
}

export const StopBulkRunInput = idInputOf('StopBulkRun', 'The run.');

export const DeleteTaskInput = idInputOf('DeleteTask', 'The task.');
