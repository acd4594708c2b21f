import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { TaskDue, TaskGrouping, TaskOrder, TaskPriority, TaskStatus, ViewLayout } from '../../contract/enums.js';
import { LIMITS, VIEWS } from '../../contract/limits.js';
import { oneTo } from '../kernel/graphql/limitWords.js';
import { idInputOf, payloadOf, WriteInput } from '../kernel/graphql/write.js';
import type { Moment } from '../kernel/rows.js';

registerEnumType(ViewLayout, {
  name: 'ViewLayout',
  description: 'How a saved view shows its tasks.',
  valuesConfig: {
    LIST: { description: 'In rows.' },
    GRID: { description: 'As cards.' },
    BOARD: { description: 'In columns by status.' },
    CALENDAR: { description: 'On the days they are due.' },
  },
});

const WHICH = 'Which tasks a saved view shows, as `TaskFilter` says it; every condition given must hold.';

@ObjectType('ViewFilter', { description: WHICH })
@InputType('ViewFilterInput', { description: WHICH })
export class ViewFilterType {
  @Field(() => [TaskStatus], { nullable: true, description: 'In one of these columns.' })
  statuses?: TaskStatus[] | null;

  @Field(() => [TaskPriority], { nullable: true, description: 'With one of these priorities.' })
  priorities?: TaskPriority[] | null;

  @Field(() => [ID], { nullable: true, description: 'Of one of these projects.' })
  projectIds?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Assigned to one of these people, by id; `"me"` is whoever looks, `"none"` is nobody.',
  })
  assigneeIds?: string[] | null;

  @Field(() => String, { nullable: true, description: `With each word of this; up to ${LIMITS.searchMax} characters.` })
  search?: string | null;

  @Field(() => [String], { nullable: true, description: 'Carrying one of these tags.' })
  tags?: string[] | null;

  @Field(() => [TaskDue], { nullable: true, description: 'Due in one of these, by the days of whoever looks.' })
  dues?: TaskDue[] | null;

  @Field(() => GraphQLDateTimeISO, { nullable: true, description: 'Due at this moment or later.' })
  dueFrom?: Moment | null;

  @Field(() => GraphQLDateTimeISO, { nullable: true, description: 'Due before this moment.' })
  dueTo?: Moment | null;

  @Field(() => Int, { nullable: true, description: 'DONE for at most so many days of 24 hours.' })
  completedWithinDays?: number | null;
}

@ObjectType('View', { description: 'A view of tasks that you have saved.' })
export class ViewType {
  @Field(() => ID, { description: 'UUID version 7.' })
  id!: string;

  @Field(() => String, { description: 'What you call it.' })
  name!: string;

  @Field(() => ID, { nullable: true, description: 'The project it is of; null: of all your tasks.' })
  projectId!: string | null;

  @Field(() => Boolean, { description: 'Its project is deleted, or you are no member any more.' })
  isProjectGone!: boolean;

  @Field(() => ViewFilterType, { description: 'Which tasks it shows.' })
  filter!: ViewFilterType;

  @Field(() => TaskOrder, { description: 'In which order.' })
  orderBy!: TaskOrder;

  @Field(() => TaskGrouping, { nullable: true, description: 'In which groups; null: in none.' })
  groupBy!: TaskGrouping | null;

  @Field(() => ViewLayout, { description: 'How.' })
  layout!: ViewLayout;

  @Field(() => GraphQLDateTimeISO, { description: 'When it was saved.' })
  createdAt!: Moment;

  @Field(() => GraphQLDateTimeISO, { description: 'When it was last changed.' })
  updatedAt!: Moment;
}

const NAME = `What to call it; ${oneTo(VIEWS.nameMax)}.`;

@InputType({ description: 'Input of `saveView`.' })
export class SaveViewInput extends WriteInput {
  @Field(() => String, { description: NAME })
  name!: string;

  @Field(() => ID, { nullable: true, description: 'One of your projects; null or left out: of all your tasks.' })
  projectId?: string | null;

  @Field(() => ViewFilterType, { nullable: true, description: 'Which tasks; all unless given.' })
  filter?: ViewFilterType | null;

  @Field(() => TaskOrder, { nullable: true, description: 'In which order; CREATED_DESC unless given.' })
  orderBy?: TaskOrder | null;

  @Field(() => TaskGrouping, { nullable: true, description: 'In which groups; in none unless given.' })
  groupBy?: TaskGrouping | null;

  @Field(() => ViewLayout, { nullable: true, description: 'How; LIST unless given.' })
  layout?: ViewLayout | null;
}

@InputType({ description: 'Input of `updateView`: only the fields to change.' })
export class UpdateViewInput extends WriteInput {
  @Field(() => ID, { description: 'The view.' })
  id!: string;

  @Field(() => String, { nullable: true, description: NAME })
  name?: string | null;

  @Field(() => ViewFilterType, { nullable: true, description: 'Which tasks, in place of the former filter.' })
  filter?: ViewFilterType | null;

  @Field(() => TaskOrder, { nullable: true, description: 'In which order.' })
  orderBy?: TaskOrder | null;

  @Field(() => TaskGrouping, { nullable: true, description: 'In which groups; null for none.' })
  groupBy?: TaskGrouping | null;

  @Field(() => ViewLayout, { nullable: true, description: 'How.' })
  layout?: ViewLayout | null;
}

@ObjectType()
abstract class ViewWrittenType {
  @Field(() => ViewType, { description: 'The view as it is now.' })
  view!: ViewType;
}

export const SaveViewPayload = payloadOf('SaveView', ViewWrittenType);
export const UpdateViewPayload = payloadOf('UpdateView', ViewWrittenType);

export const DeleteViewInput = idInputOf('DeleteView', 'The view.');

@ObjectType({ description: 'What `deleteView` answers.' })
export class DeleteViewPayload {
  @Field(() => ID, { description: 'The view that is gone.' })
  viewId!: string;
}
