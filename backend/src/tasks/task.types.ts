import { GraphQLDateTimeISO } from 'graphql-scalars';
import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import { TaskDue, TaskGrouping, TaskOrder, TaskPriority, TaskStatus } from '../../contract/enums.js';
import { LIMITS } from '../../contract/limits.js';
import { type Repeat, RepeatMode } from '../../contract/repeat.js';
import { taskFilterSchema } from '../../contract/tasks.js';
import { describeEnum, orNull } from '../platform/graphql/describe.js';
import { inputObjectOf } from '../platform/graphql/inputOf.js';
import { ChangeSetsPayload, payloadOf, RevisionPayload } from '../platform/graphql/write.js';
import { connectionOf, PageArgsType } from '../platform/graphql/connection.js';
import { count, oneTo } from '../platform/graphql/limitWords.js';
import { Node } from '../platform/graphql/node.js';
import type { Moment } from '../platform/database/rows.js';

describeEnum(
  TaskStatus,
  'TaskStatus',
  'The status of a task, which is what its column means. Any status can follow any other.',
  {
    TODO: 'Not started.',
    IN_PROGRESS: 'Being worked on.',
    IN_REVIEW: 'Being reviewed.',
    DONE: 'Finished; never overdue.',
  },
);
describeEnum(TaskPriority, 'TaskPriority', 'How urgent a task is, in ascending order.', {
  LOW: 'Can wait.',
  MEDIUM: 'Normal.',
  HIGH: 'Before normal tasks.',
  URGENT: 'Now.',
});
describeEnum(TaskOrder, 'TaskOrder', 'Sort orders for tasks; ties are broken by id, in the same direction.', {
  CREATED_DESC: 'Newest first.',
  CREATED_ASC: 'Oldest first.',
  UPDATED_DESC: 'Most recently changed first.',
  UPDATED_ASC: 'Least recently changed first.',
  DUE_DESC: 'Latest due date first; tasks without one last.',
  DUE_ASC: 'Earliest due date first; tasks without one last.',
  PRIORITY_DESC: 'Most urgent first.',
  PRIORITY_ASC: 'Least urgent first.',
  TITLE_DESC: 'By title, the reverse of TITLE_ASC.',
  TITLE_ASC: 'By title, ignoring case and accents, in Unicode order.',
  COMPLETED_DESC: 'Most recently completed first; tasks that are not DONE last.',
  COMPLETED_ASC: 'Least recently completed first; tasks that are not DONE last.',
  RANK_ASC: 'As on the board.',
});

describeEnum(
  TaskDue,
  'TaskDue',
  'When tasks are due, in days of your time zone (`Preferences.timeZone`) or the one in the filter; weeks begin on Monday. ' +
    'OVERDUE, TODAY, WEEK, LATER and NONE do not overlap.',
  {
    OVERDUE: 'Not DONE, and due at a time that has passed or on a day that has ended.',
    TODAY: 'Due today and not overdue.',
    WEEK: 'Due after today and by Sunday.',
    THIS_WEEK: 'Due by Sunday and not overdue: TODAY and WEEK.',
    NEXT_WEEK: 'Due next week, from Monday to Sunday.',
    LATER: 'Due next week or later.',
    NONE: 'Without a due date.',
  },
);

describeEnum(TaskGrouping, 'TaskGrouping', 'How tasks can be grouped.', {
  STATUS: 'By status.',
  COLUMN: 'By column of their projects.',
  PROJECT: 'By project.',
  ASSIGNEE: 'By assignee.',
  DUE: 'By due date, in days of a time zone; weeks begin on Monday.',
});

describeEnum(RepeatMode, 'RepeatMode', 'From when on the next day of a repeating task is counted.', {
  FROM_DUE: 'From the day it was due: the next day of the rule that has not passed.',
  FROM_DONE: 'From the day it was done.',
});

@ObjectType('Repeat', { description: 'How a task repeats. When it is done, the next one is created.' })
export class RepeatType {
  @Field(() => String, { description: 'A recurrence rule of RFC 5545 that is daily or coarser, without its end.' })
  rule!: string;

  @Field(() => RepeatMode, { description: 'From when on the next day is counted.' })
  mode!: RepeatMode;

  @Field(() => String, { description: 'The time zone of its days.' })
  timeZone!: string;

  @Field(() => String, orNull('The last day on which it can be due; null for no end.'))
  until!: string | null;

  @Field(() => Int, orNull('How many times it repeats in all; null for no end.'))
  count!: number | null;
}

@ObjectType('Task', { implements: Node, description: 'A task of a project.' })
export class TaskType implements Node {
  @Field(() => ID, { description: 'UUID.' })
  id!: string;

  @Field(() => ID, { description: 'Its project.' })
  projectId!: string;

  @Field(() => String, { description: `${oneTo(LIMITS.taskTitleMax)}.` })
  title!: string;

  @Field(() => String, {
    description: `Up to ${count(LIMITS.taskTextMax)} characters; can be empty.`,
  })
  description!: string;

  @Field(() => TaskStatus, { description: 'What its column means.' })
  status!: TaskStatus;

  @Field(() => ID, { description: 'Its column, one of `Project.columns`.' })
  columnId!: string;

  @Field(() => TaskPriority, { description: 'How urgent it is.' })
  priority!: TaskPriority;

  @Field(() => GraphQLDateTimeISO, {
    nullable: true,
    description:
      'When it is due; null when it has no due date. For a due day, 18:00 of that day in the time zone of the person who set it.',
  })
  dueDate!: Moment | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The day on which it is due, like 2026-11-25: the same day in every time zone, and overdue once it has ended in the ' +
      'reader’s. Null if it is due at a time, or not at all.',
  })
  dueDay!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The day on which its work starts, like 2026-11-25, at the latest its due day; null if it has none.',
  })
  startDate!: string | null;

  @Field(() => GraphQLDateTimeISO, orNull('When it became DONE; null when it is not. Follows from the status.'))
  completedAt!: Moment | null;

  @Field(() => [String], {
    description: `Up to ${LIMITS.tagsMax} tags of up to ${LIMITS.tagMax} characters, without commas.`,
  })
  tags!: string[];

  @Field(() => String, { description: 'Its place among the project’s tasks. Compare by bytes, then by id.' })
  rank!: string;

  @Field(() => Int, { description: 'The project’s revision at the last change of this task.' })
  version!: number;

  @Field(() => ID, { description: 'Who created it.' })
  creatorId!: string;

  @Field(() => ID, orNull('The assignee; null when unassigned.'))
  assigneeId!: string | null;

  @Field(() => ID, orNull('The task that it is a subtask of; null at the top level.'))
  parentId!: string | null;

  @Field(() => RepeatType, orNull('How it repeats; null if it does not.'))
  repeat!: Repeat | null;

  @Field(() => ID, orNull('The tasks of one series have the same id here; null if it has never repeated.'))
  seriesId!: string | null;

  @Field(() => Int, orNull('Its number in its series, from 1 on.'))
  occurrence!: number | null;

  @Field(() => GraphQLDateTimeISO, { description: 'When it was created.' })
  createdAt!: Moment;

  @Field(() => GraphQLDateTimeISO, { description: 'When it was last changed.' })
  updatedAt!: Moment;
}

export const TaskConnection = connectionOf(() => TaskType, 'Task', 'tasks');

export const TaskFilterInput = inputObjectOf(
  'TaskFilter',
  'Filters tasks; all given conditions must hold. Null or an empty list is no condition.',
  {
    schema: taskFilterSchema,
    descriptions: {
      projectId: 'Of this project.',
      projectIds: 'Of one of these projects.',
      archived:
        'true: of archived projects; false: of all others. By default, tasks of archived projects are found only if the ' +
        'filter names projects; tasks of templates always are.',
      status: 'With this status.',
      statuses: 'With one of these statuses.',
      columnIds: 'In one of these columns of projects.',
      priorities: 'With one of these priorities.',
      assigneeId: {
        type: ID,
        description: 'Assigned to this person; `"me"` is you, `"none"` is unassigned.',
      },
      assigneeIds: {
        type: [ID],
        description: 'Assigned to one of these people; `"me"` is you, `"none"` is unassigned.',
      },
      creatorIds: 'Created by one of these people.',
      involving: 'Created by or assigned to this person.',
      search:
        'Containing every word of this text in title or description, ignoring case and accents; up to ' +
        `${LIMITS.searchMax} characters, of which the first ${LIMITS.searchWordsMax} words count.`,
      parentId: {
        type: ID,
        description: 'Direct subtasks of this task; `"none"` is tasks of the top level.',
      },
      blocked: 'true: blocked by a task that is not DONE; false: all others.',
      tag: 'With exactly this tag.',
      tags: 'With one of these tags.',
      due: 'Due in this period.',
      dues: 'Due in one of these periods.',
      timeZone:
        'The time zone of `due`, `dues`, `overdue`, `dueDayFrom` and `dueDayTo`, for example Europe/Berlin; the one in your ' +
        'preferences by default.',
      overdue: 'true: not DONE, and due at a time that has passed or on a day that has ended; false: all others.',
      dueFrom: 'Due at this time or later.',
      dueTo: 'Due before this time.',
      dueDayFrom: 'Due on this day or later, like 2026-11-25. The day of a due time is the one in the time zone.',
      dueDayTo: 'Due on this day or earlier.',
      startDateFrom: 'Starting on this day or later, like 2026-11-25; tasks without a start date do not match.',
      startDateTo: 'Starting on this day or earlier; tasks without a start date do not match.',
      updatedSince:
        'Changed at this time or later, or up to a minute before it, so that concurrent writes are returned twice rather than never.',
      completedFrom: 'Completed at this time or later.',
      completedTo: 'Completed before this time.',
      completedWithinDays: `Completed within this many days of 24 hours, 1 to ${LIMITS.withinDaysMax}.`,
    },
  },
);

@ObjectType('TaskGroup', { description: 'A group of tasks and their number.' })
export class TaskGroupType {
  @Field(() => String, {
    description:
      'The status, the id of the column, of the project or of the assignee (`none`: unassigned), or when they are due: OVERDUE, TODAY, WEEK, ' +
      'LATER, NONE, or EARLIER: DONE, and due before today.',
  })
  key!: string;

  @Field(() => Int, { description: 'The number of tasks; at least one.' })
  count!: number;
}

@ArgsType()
export class TaskGroupsArgsType {
  @Field(() => TaskFilterInput, orNull('The tasks to count; all by default.'))
  filter?: object | null;

  @Field(() => TaskGrouping, { description: 'How to group them.' })
  groupBy!: TaskGrouping;

  @Field(() => String, {
    nullable: true,
    description:
      'The time zone of due groups, for example Europe/Berlin; by default the one in the filter or in your preferences.',
  })
  timeZone?: string | null;
}

@ArgsType()
export class TaskListArgsType extends PageArgsType {
  @Field(() => TaskFilterInput, orNull('The tasks to list; all by default.'))
  filter?: object | null;

  @Field(() => TaskOrder, orNull('The sort order; CREATED_DESC by default.'))
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

@ObjectType({ description: 'Payload of `bulkUpdateTasks`.' })
export class BulkUpdateTasksPayload extends ChangeSetsPayload {
  @Field(() => [TaskType], { description: 'The changed tasks as they are now; without deleted ones.' })
  tasks!: TaskType[];

  @Field(() => [ID], { description: 'The ids of the deleted tasks.' })
  deletedIds!: string[];
}

@ObjectType({ description: 'Payload of `deleteTask`.' })
export class DeleteTaskPayload extends RevisionPayload {
  @Field(() => ID, { description: 'The id of the deleted task.' })
  taskId!: string;

  @Field(() => ID, { description: 'The project it was in.' })
  projectId!: string;
}
