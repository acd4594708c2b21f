import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { TaskDue, TaskGrouping, TaskOrder, TaskPriority, TaskStatus, ViewLayout } from '../../contract/enums.js';
import { LIMITS, VIEWS } from '../../contract/limits.js';
import { describeEnum, orNull } from '../platform/graphql/describe.js';
import { oneTo } from '../platform/graphql/limitWords.js';
import { saveViewSchema, updateViewSchema } from '../../contract/views.js';
import { idInputOf, inputOf } from '../platform/graphql/inputOf.js';
import { payloadOf } from '../platform/graphql/write.js';
import type { Moment } from '../platform/database/rows.js';

describeEnum(ViewLayout, 'ViewLayout', 'How a saved view shows its tasks.', {
  LIST: 'In rows.',
  GRID: 'As cards.',
  BOARD: 'In columns by status.',
  CALENDAR: 'By due date.',
});

const WHICH = 'The tasks of a saved view, with the conditions of `TaskFilter`; all given conditions must match.';

@ObjectType('ViewFilter', { description: WHICH })
@InputType('ViewFilterInput', { description: WHICH })
export class ViewFilterType {
  @Field(() => [TaskStatus], orNull('With one of these statuses.'))
  statuses?: TaskStatus[] | null;

  @Field(() => [ID], orNull('In one of these columns of projects.'))
  columnIds?: string[] | null;

  @Field(() => [TaskPriority], orNull('With one of these priorities.'))
  priorities?: TaskPriority[] | null;

  @Field(() => [ID], orNull('Of one of these projects.'))
  projectIds?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Assigned to one of these people, by id; `"me"` is the viewer, `"none"` means unassigned.',
  })
  assigneeIds?: string[] | null;

  @Field(() => String, orNull(`Containing each of these words; up to ${LIMITS.searchMax} characters.`))
  search?: string | null;

  @Field(() => [String], orNull('With one of these tags.'))
  tags?: string[] | null;

  @Field(() => [TaskDue], orNull('Due in one of these periods, in the viewer’s time zone.'))
  dues?: TaskDue[] | null;

  @Field(() => GraphQLDateTimeISO, orNull('Due at this time or later.'))
  dueFrom?: Moment | null;

  @Field(() => GraphQLDateTimeISO, orNull('Due before this time.'))
  dueTo?: Moment | null;

  @Field(() => String, orNull('Due on this day or later, like 2026-11-25, in the viewer’s time zone.'))
  dueDayFrom?: string | null;

  @Field(() => String, orNull('Due on this day or earlier, in the viewer’s time zone.'))
  dueDayTo?: string | null;

  @Field(() => Int, orNull('Completed within this many days of 24 hours.'))
  completedWithinDays?: number | null;

  @Field(() => ID, orNull('Direct subtasks of this task; `"none"` is tasks of the top level.'))
  parentId?: string | null;

  @Field(() => Boolean, orNull('Whether a task that is not DONE blocks it.'))
  blocked?: boolean | null;
}

@ObjectType('View', { description: 'One of your saved views of tasks.' })
export class ViewType {
  @Field(() => ID, { description: 'UUID version 7.' })
  id!: string;

  @Field(() => String, { description: 'Its name.' })
  name!: string;

  @Field(() => ID, orNull('Its project; null for all your tasks.'))
  projectId!: string | null;

  @Field(() => Boolean, { description: 'Whether its project is deleted or you are no longer a member.' })
  isProjectGone!: boolean;

  @Field(() => ViewFilterType, { description: 'The tasks that it shows.' })
  filter!: ViewFilterType;

  @Field(() => TaskOrder, { description: 'The order of the tasks.' })
  orderBy!: TaskOrder;

  @Field(() => TaskGrouping, orNull('The grouping; null for none.'))
  groupBy!: TaskGrouping | null;

  @Field(() => ViewLayout, { description: 'The layout.' })
  layout!: ViewLayout;

  @Field(() => GraphQLDateTimeISO, { description: 'When it was saved.' })
  createdAt!: Moment;

  @Field(() => GraphQLDateTimeISO, { description: 'When it was last changed.' })
  updatedAt!: Moment;
}

const NAME = `The name; ${oneTo(VIEWS.nameMax)}.`;

export const SaveViewInput = inputOf('SaveView', {
  schema: saveViewSchema,
  descriptions: {
    name: NAME,
    projectId: 'One of your projects; null or absent for all your tasks.',
    filter: { type: ViewFilterType, description: 'The tasks to show; all by default.' },
    orderBy: 'The order of the tasks; CREATED_DESC by default.',
    groupBy: 'The grouping; none by default.',
    layout: 'The layout; LIST by default.',
  },
});

export const UpdateViewInput = inputOf('UpdateView', {
  description: 'Input of `updateView`: only the fields to change.',
  ids: { id: 'The view.' },
  schema: updateViewSchema,
  descriptions: {
    name: NAME,
    filter: { type: ViewFilterType, description: 'The tasks to show; replaces the whole filter.' },
    orderBy: 'The order of the tasks.',
    groupBy: 'The grouping; null for none.',
    layout: 'The layout.',
  },
});

const WRITTEN_VIEW = { view: { type: ViewType, description: 'The view as it is now.' } };

export const SaveViewPayload = payloadOf('SaveView', WRITTEN_VIEW);
export const UpdateViewPayload = payloadOf('UpdateView', WRITTEN_VIEW);

export const DeleteViewInput = idInputOf('DeleteView', 'The view.');

export const DeleteViewPayload = payloadOf('DeleteView', { viewId: 'The deleted view.' });
