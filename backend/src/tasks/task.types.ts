import { GraphQLDateTimeISO } from 'graphql-scalars';
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { TaskDue, TaskGrouping, TaskOrder, TaskPriority, TaskStatus } from '../../contract/enums.js';
import { LIMITS } from '../../contract/limits.js';
import { ChangeSetsPayload, payloadOf, RevisionPayload } from '../kernel/graphql/write.js';
import { connectionOf, PageArgsType } from '../kernel/graphql/connection.js';
import { count, oneTo } from '../kernel/graphql/limitWords.js';
import { Node } from '../kernel/graphql/node.js';
import type { Moment } from '../kernel/rows.js';

registerEnumType(TaskStatus, {
  name: 'TaskStatus',
  description: 'Where a task stands; the columns of the board. Any may follow any other.',
  valuesConfig: {
    TODO: { description: 'Not begun.' },
    IN_PROGRESS: { description: 'Being worked on.' },
    IN_REVIEW: { description: 'Being checked.' },
    DONE: { description: 'Finished; never overdue.' },
  },
});
registerEnumType(TaskPriority, {
  name: 'TaskPriority',
  description: 'How urgent a task is, in ascending order.',
  valuesConfig: {
    LOW: { description: 'Can wait.' },
    MEDIUM: { description: 'The usual.' },
    HIGH: { description: 'Before the usual.' },
    URGENT: { description: 'Now.' },
  },
});
registerEnumType(TaskOrder, {
  name: 'TaskOrder',
  description: 'Orders of a list of tasks; ties are broken by id, in the same direction.',
  valuesConfig: {
    CREATED_DESC: { description: 'Newest first.' },
    CREATED_ASC: { description: 'Oldest first.' },
    UPDATED_DESC: { description: 'Last changed first.' },
    UPDATED_ASC: { description: 'Longest unchanged first.' },
    DUE_DESC: { description: 'Latest due first; without a due date last.' },
    DUE_ASC: { description: 'Soonest due first; without a due date last.' },
    PRIORITY_DESC: { description: 'Most urgent first.' },
    PRIORITY_ASC: { description: 'Least urgent first.' },
    TITLE_DESC: { description: 'By title, as TITLE_ASC, from the end.' },
    TITLE_ASC: { description: 'By title, without regard to case and accents, letters by their Unicode numbers.' },
    COMPLETED_DESC: { description: 'Last completed first; what is not done last.' },
    COMPLETED_ASC: { description: 'First completed first; what is not done last.' },
    RANK_ASC: { description: 'As on the board.' },
  },
});

registerEnumType(TaskDue, {
  name: 'TaskDue',
  description:
    'When tasks are due, by the days of the time zone you have chosen (`Preferences.timeZone`) or the filter names; weeks ' +
    'begin on Monday. No task is in two of OVERDUE, TODAY, WEEK, LATER and NONE.',
  valuesConfig: {
    OVERDUE: { description: 'Due in the past and not DONE.' },
    TODAY: { description: 'Due today, and not overdue.' },
    WEEK: { description: 'Due after today, until Sunday.' },
    THIS_WEEK: { description: 'Due today or later, until Sunday, and not overdue: TODAY and WEEK.' },
    NEXT_WEEK: { description: 'Due next week, from Monday to Sunday.' },
    LATER: { description: 'Due next week or later.' },
    NONE: { description: 'Without a due date.' },
  },
});

registerEnumType(TaskGrouping, {
  name: 'TaskGrouping',
  description: 'What a list of tasks can be split up by.',
  valuesConfig: {
    STATUS: { description: 'By column.' },
    PROJECT: { description: 'By project.' },
    ASSIGNEE: { description: 'By person.' },
    DUE: { description: 'By when they are due, in days of a time zone; weeks begin on Monday.' },
  },
});

@ObjectType('Task', { implements: Node, description: 'A task of a project.' })
export class TaskType implements Node {
  @Field(() => ID, { description: 'UUID.' })
  id!: string;

  @Field(() => ID, { description: 'Its project.' })
  projectId!: string;

  @Field(() => String, { description: `${oneTo(LIMITS.taskTitleMax)}.` })
  title!: string;

  @Field(() => String, {
    description: `Up to ${count(LIMITS.taskDescriptionMax)} characters; empty when there is none.`,
  })
  description!: string;

  @Field(() => TaskStatus, { description: 'The column it stands in.' })
  status!: TaskStatus;

  @Field(() => TaskPriority, { description: 'How urgent it is.' })
  priority!: TaskPriority;

  @Field(() => GraphQLDateTimeISO, { nullable: true, description: 'When it is due; null when it is not.' })
  dueDate!: Moment | null;

  @Field(() => GraphQLDateTimeISO, {
    nullable: true,
    description: 'Since when it is DONE; null when it is not. Follows from the status.',
  })
  completedAt!: Moment | null;

  @Field(() => [String], {
    description: `Up to ${LIMITS.tagsMax} tags of up to ${LIMITS.tagMax} characters, without commas.`,
  })
  tags!: string[];

  @Field(() => String, { description: 'Its place among the project’s tasks: compare by bytes, then by id.' })
  rank!: string;

  @Field(() => Int, { description: 'The project’s revision that last changed this task.' })
  version!: number;

  @Field(() => ID, { description: 'Who made it.' })
  creatorId!: string;

  @Field(() => ID, { nullable: true, description: 'Whose task it is; null when nobody’s.' })
  assigneeId!: string | null;

  @Field(() => GraphQLDateTimeISO, { description: 'When it was made.' })
  createdAt!: Moment;

  @Field(() => GraphQLDateTimeISO, { description: 'When it was last changed.' })
  updatedAt!: Moment;
}

export const TaskConnection = connectionOf(() => TaskType, 'Task', 'tasks');

@InputType('TaskFilter', {
  description: 'Which tasks a list shows; every condition given must hold. Null or an empty list filters nothing.',
})
export class TaskFilterInput {
  @Field(() => ID, { nullable: true, description: 'Of this project.' })
  projectId?: string | null;

  @Field(() => [ID], { nullable: true, description: 'Of one of these projects.' })
  projectIds?: string[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'true: of archived projects; false: of all others. Unless given, tasks of an archived project are found where the list ' +
      'is that of projects it names.',
  })
  archived?: boolean | null;

  @Field(() => TaskStatus, { nullable: true, description: 'In this column.' })
  status?: TaskStatus | null;

  @Field(() => [TaskStatus], { nullable: true, description: 'In one of these columns.' })
  statuses?: TaskStatus[] | null;

  @Field(() => [TaskPriority], { nullable: true, description: 'With one of these priorities.' })
  priorities?: TaskPriority[] | null;

  @Field(() => ID, { nullable: true, description: 'Assigned to this person.' })
  assigneeId?: string | null;

  @Field(() => [ID], {
    nullable: true,
    description: 'Assigned to one of these people; `"me"` is you, `"none"` is nobody.',
  })
  assigneeIds?: string[] | null;

  @Field(() => [ID], { nullable: true, description: 'Made by one of these people.' })
  creatorIds?: string[] | null;

  @Field(() => ID, { nullable: true, description: 'Made by or assigned to this person.' })
  involving?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'With each word of this text somewhere in title or description, without regard to case and accents; up to ' +
      `${LIMITS.searchMax} characters, of which the first ${LIMITS.searchWordsMax} words count.`,
  })
  search?: string | null;

  @Field(() => String, { nullable: true, description: 'Carrying exactly this tag.' })
  tag?: string | null;

  @Field(() => [String], { nullable: true, description: 'Carrying one of these tags.' })
  tags?: string[] | null;

  @Field(() => TaskDue, { nullable: true, description: 'Due then, by your days.' })
  due?: TaskDue | null;

  @Field(() => [TaskDue], { nullable: true, description: 'Due in one of these, by your days.' })
  dues?: TaskDue[] | null;

  @Field(() => String, {
    nullable: true,
    description:
      'By whose days `due` and `dues` count, as Europe/Berlin; those of the zone you have chosen unless given.',
  })
  timeZone?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'true: due in the past and not DONE; false: all others.' })
  overdue?: boolean | null;

  @Field(() => GraphQLDateTimeISO, { nullable: true, description: 'Due at this moment or later.' })
  dueFrom?: Date | null;

  @Field(() => GraphQLDateTimeISO, { nullable: true, description: 'Due before this moment.' })
  dueTo?: Date | null;

  @Field(() => GraphQLDateTimeISO, {
    nullable: true,
    description:
      'Changed at this moment or later, and up to a minute before: what was being written meanwhile comes twice rather than never.',
  })
  updatedSince?: Date | null;

  @Field(() => GraphQLDateTimeISO, { nullable: true, description: 'DONE since this moment or later.' })
  completedFrom?: Date | null;

  @Field(() => GraphQLDateTimeISO, { nullable: true, description: 'DONE since before this moment.' })
  completedTo?: Date | null;

  @Field(() => Int, {
    nullable: true,
    description: `DONE for at most so many days of 24 hours, 1 to ${LIMITS.withinDaysMax}.`,
  })
  completedWithinDays?: number | null;
}

@ObjectType('TaskGroup', { description: 'Tasks of a list that have something in common, and how many they are.' })
export class TaskGroupType {
  @Field(() => String, {
    description:
      'What they have in common: the status, the id of the project or of the assignee (`none`: nobody), or when they are ' +
      'due: OVERDUE, TODAY, WEEK, LATER, NONE, or EARLIER, which is DONE and was due before today.',
  })
  key!: string;

  @Field(() => Int, { description: 'How many they are; at least one.' })
  count!: number;
}

@ArgsType()
export class TaskGroupsArgsType {
  @Field(() => TaskFilterInput, { nullable: true, description: 'Which tasks; all unless given.' })
  filter?: TaskFilterInput | null;

  @Field(() => TaskGrouping, { description: 'What to split them up by.' })
  groupBy!: TaskGrouping;

  @Field(() => String, {
    nullable: true,
    description:
      'By days of this time zone, like Europe/Berlin; unless given, of the one that the filter names or that you have chosen.',
  })
  timeZone?: string | null;
}

@ArgsType()
export class TaskListArgsType extends PageArgsType {
  @Field(() => TaskFilterInput, { nullable: true, description: 'Which ones; all unless given.' })
  filter?: TaskFilterInput | null;

  @Field(() => TaskOrder, { nullable: true, description: 'In which order; CREATED_DESC unless given.' })
  orderBy?: TaskOrder | null;
}

@ObjectType()
export abstract class TaskWrittenType extends RevisionPayload {
  @Field(() => TaskType, { description: 'The task as it is now.' })
  task!: TaskType;
}

export const CreateTaskPayload = payloadOf('CreateTask', TaskWrittenType);
export const UpdateTaskPayload = payloadOf('UpdateTask', TaskWrittenType);
export const AssignTaskPayload = payloadOf('AssignTask', TaskWrittenType);
export const UpdateTaskStatusPayload = payloadOf('UpdateTaskStatus', TaskWrittenType);
export const MoveTaskPayload = payloadOf('MoveTask', TaskWrittenType);

export const MoveTaskToProjectPayload = payloadOf('MoveTaskToProject', TaskWrittenType);

@ObjectType({ description: 'What `bulkUpdateTasks` answers.' })
export class BulkUpdateTasksPayload extends ChangeSetsPayload {
  @Field(() => [TaskType], { description: 'The tasks as they are now, as many as were named and are left.' })
  tasks!: TaskType[];

  @Field(() => [ID], { description: 'The tasks that are gone.' })
  deletedIds!: string[];
}

@ObjectType({ description: 'What `deleteTask` answers.' })
export class DeleteTaskPayload extends RevisionPayload {
  @Field(() => ID, { description: 'The task that is gone.' })
  taskId!: string;

  @Field(() => ID, { description: 'The project it was in.' })
  projectId!: string;
}
