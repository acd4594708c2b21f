import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { TaskPriority, TaskStatus } from '../../contract/enums.js';
import { BULK_CREATE, LIMITS } from '../../contract/limits.js';
import { count, oneTo } from '../kernel/graphql/limitWords.js';
import { RevisionPayload, WriteInput } from '../kernel/graphql/write.js';
import { TaskType } from '../tasks/task.types.js';

@InputType({ description: 'A comment of a new task.' })
class NewCommentInput {
  @Field(() => String, { description: `${oneTo(LIMITS.commentMax)}.` })
  text!: string;
}

@InputType({ description: 'One of many new tasks.' })
class NewTaskInput {
  @Field(() => ID, { nullable: true, description: 'A UUID of your own for the task.' })
  id?: string | null;

  @Field(() => String, { description: `${oneTo(LIMITS.taskTitleMax)}.` })
  title!: string;

  @Field(() => String, { nullable: true, description: `Up to ${count(LIMITS.taskDescriptionMax)} characters.` })
  description?: string | null;

  @Field(() => TaskPriority, { description: 'How urgent it is.' })
  priority!: TaskPriority;

  @Field(() => TaskStatus, { nullable: true, description: 'The column to put it in; TODO unless given.' })
  status?: TaskStatus | null;

  @Field(() => GraphQLDateTimeISO, { nullable: true, description: 'When it is due; null for no date.' })
  dueDate?: Date | null;

  @Field(() => [String], {
    nullable: true,
    description: `Its tags: up to ${LIMITS.tagsMax} of up to ${LIMITS.tagMax} characters, without commas.`,
  })
  tags?: string[] | null;

  @Field(() => ID, { nullable: true, description: 'A member of the project; null for nobody.' })
  assigneeId?: string | null;

  @Field(() => [NewCommentInput], {
    nullable: true,
    description: `What you say about it, in order: up to ${BULK_CREATE.commentsOfTask} comments, ${count(BULK_CREATE.comments)} of all tasks.`,
  })
  comments?: NewCommentInput[] | null;
}

@InputType({ description: 'Input of `createTasks`. Messages of refusals stand at places like `tasks.17.title`.' })
export class CreateTasksInput extends WriteInput {
  @Field(() => ID, { description: 'The project they belong to.' })
  projectId!: string;

  @Field(() => [NewTaskInput], { description: `Up to ${BULK_CREATE.tasks}, in the order in which they are to stand.` })
  tasks!: NewTaskInput[];
}

@ObjectType({ description: 'What `createTasks` answers.' })
export class CreateTasksPayload extends RevisionPayload {
  @Field(() => [TaskType], { description: 'The new tasks, in the order given; of a repeat those that are left.' })
  tasks!: TaskType[];
}
