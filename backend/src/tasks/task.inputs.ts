import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Field, ID, InputType, Int } from 'type-graphql';
import { TaskPriority, TaskStatus } from '../../contract/enums.js';
import { WriteInput } from '../kernel/graphql/writeInput.js';
import { TaskFilterInput } from './task.types.js';

const VERSION =
  'The version this change was made from. Fields changed by others since then to something else: CONFLICT.';

@InputType({ description: 'Input of `createTask`.' })
export class CreateTaskInput extends WriteInput {
  @Field(() => ID, { nullable: true, description: 'A UUID of your own for the task, so that a repeat is recognised.' })
  id?: string | null;

  @Field(() => ID, { description: 'The project it belongs to.' })
  projectId!: string;

  @Field(() => String, { description: '1 to 200 characters.' })
  title!: string;

  @Field(() => String, { nullable: true, description: 'Up to 1,000 characters.' })
  description?: string | null;

  @Field(() => TaskPriority, { description: 'How urgent it is.' })
  priority!: TaskPriority;

  @Field(() => TaskStatus, { nullable: true, description: 'The column to put it in; TODO unless given.' })
  status?: TaskStatus | null;

  @Field(() => GraphQLDateTimeISO, { nullable: true, description: 'When it is due.' })
  dueDate?: Date | null;

  @Field(() => [String], { nullable: true, description: 'Up to 20 tags of up to 30 characters.' })
  tags?: string[] | null;

  @Field(() => ID, { nullable: true, description: 'A member of the project.' })
  assigneeId?: string | null;
}

@InputType({ description: 'Input of `updateTask`: only the fields to change.' })
export class UpdateTaskInput extends WriteInput {
  @Field(() => ID, { description: 'The task.' })
  id!: string;

  @Field(() => String, { nullable: true, description: '1 to 200 characters.' })
  title?: string | null;

  @Field(() => String, { nullable: true, description: 'Up to 1,000 characters.' })
  description?: string | null;

  @Field(() => TaskStatus, { nullable: true, description: 'The column; the place among the tasks stays.' })
  status?: TaskStatus | null;

  @Field(() => TaskPriority, { nullable: true, description: 'How urgent it is.' })
  priority?: TaskPriority | null;

  @Field(() => GraphQLDateTimeISO, { nullable: true, description: 'When it is due; null takes the date away.' })
  dueDate?: Date | null;

  @Field(() => [String], { nullable: true, description: 'All its tags.' })
  tags?: string[] | null;

  @Field(() => ID, { nullable: true, description: 'A member of the project; null for nobody.' })
  assigneeId?: string | null;

  @Field(() => Int, { nullable: true, description: VERSION })
  version?: number | null;
}

@InputType({ description: 'Input of `assignTask`.' })
export class AssignTaskInput extends WriteInput {
  @Field(() => ID, { description: 'The task.' })
  id!: string;

  @Field(() => ID, { nullable: true, description: 'A member of the project; null for nobody.' })
  assigneeId?: string | null;

  @Field(() => Int, { nullable: true, description: VERSION })
  version?: number | null;
}

@InputType({ description: 'Input of `updateTaskStatus`.' })
export class UpdateTaskStatusInput extends WriteInput {
  @Field(() => ID, { description: 'The task.' })
  id!: string;

  @Field(() => TaskStatus, { description: 'The new column; the place among the tasks stays.' })
  status!: TaskStatus;

  @Field(() => Int, { nullable: true, description: VERSION })
  version?: number | null;
}

@InputType({ description: 'Input of `moveTask`. With neither neighbour the task goes to the column’s end.' })
export class MoveTaskInput extends WriteInput {
  @Field(() => ID, { description: 'The task.' })
  id!: string;

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
  @Field(() => [ID], { description: 'Up to 200 tasks, of one or several projects.' })
  ids!: string[];
}

@InputType({ description: 'Input of `startBulkRun`: the same change to all tasks that match, or their deletion.' })
export class StartBulkRunInput extends ChangeOfManyInput {
  @Field(() => TaskFilterInput, {
    nullable: true,
    description: 'Which tasks, up to 20,000; all of yours unless given.',
  })
  filter?: TaskFilterInput | null;

  @Field(() => [ID], { nullable: true, description: 'Up to 1,000 tasks that are left as they are.' })
  except?: string[] | null;
}

@InputType({ description: 'Input of `stopBulkRun`.' })
export class StopBulkRunInput extends WriteInput {
  @Field(() => ID, { description: 'The run.' })
  id!: string;
}

@InputType({ description: 'Input of `deleteTask`.' })
export class DeleteTaskInput extends WriteInput {
  @Field(() => ID, { description: 'The task.' })
  id!: string;
}
