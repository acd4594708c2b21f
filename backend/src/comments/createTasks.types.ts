import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { BULK_CREATE, LIMITS } from '../../contract/limits.js';
import { count, oneTo } from '../kernel/graphql/limitWords.js';
import { RevisionPayload, WriteInput } from '../kernel/graphql/write.js';
import { NewTaskFieldsInput } from '../tasks/task.inputs.js';
import { TaskType } from '../tasks/task.types.js';

@InputType({ description: 'A comment of a new task.' })
class NewCommentInput {
  @Field(() => String, { description: `${oneTo(LIMITS.commentMax)}.` })
  text!: string;
}

@InputType({ description: 'One of many new tasks.' })
class NewTaskInput extends NewTaskFieldsInput {
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
