import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { ANALYTICS_PEOPLE } from '../../contract/figures.js';
import { orNull } from '../platform/graphql/describe.js';

@ObjectType('WeekCount', { description: 'Tasks completed in one week, within the requested days.' })
export class WeekCountType {
  @Field(() => String, { description: "The week's Monday, as a date in your time zone: `2026-11-16`." })
  week!: string;

  @Field(() => Int, { description: 'Tasks completed in it that are still done.' })
  count!: number;
}

@ObjectType('FlowDay', {
  description:
    'The number of tasks by status at the end of a day (today: now), as they were then. Includes tasks that were deleted or ' +
    'moved to another project since, but not purged ones.',
})
export class FlowDayType {
  @Field(() => String, { description: 'The day in your time zone: `2026-11-16`.' })
  day!: string;

  @Field(() => Int, { description: 'To do.' })
  todo!: number;

  @Field(() => Int, { description: 'In progress.' })
  inProgress!: number;

  @Field(() => Int, { description: 'In review.' })
  inReview!: number;

  @Field(() => Int, { description: 'Done.' })
  done!: number;
}

@ObjectType('CycleClass', { description: 'The number of tasks with a cycle time in this range.' })
export class CycleClassType {
  @Field(() => Int, { description: 'Lower bound in hours, included.' })
  fromHours!: number;

  @Field(() => Int, orNull('Upper bound in hours, excluded; null for no bound.'))
  toHours!: number | null;

  @Field(() => Int, { description: 'How many.' })
  tasks!: number;
}

@ObjectType('CycleTime', {
  description:
    'Cycle times of tasks that were completed in these days and are still done: from the first time in progress ' +
    '(in projects that you can read), or else from creation, to the last completion.',
})
export class CycleTimeType {
  @Field(() => Int, { description: 'How many tasks there are.' })
  tasks!: number;

  @Field(() => Float, orNull('Median in hours; null without tasks.'))
  p50Hours!: number | null;

  @Field(() => Float, orNull('85th percentile in hours; null without tasks.'))
  p85Hours!: number | null;

  @Field(() => [CycleClassType], { description: 'The distribution, shortest first.' })
  classes!: CycleClassType[];
}

@ObjectType('PersonFigures', { description: 'The tasks of one person.' })
export class PersonFiguresType {
  @Field(() => ID, orNull('The assignee; null for unassigned tasks.'))
  userId!: string | null;

  @Field(() => Int, { description: 'Tasks completed in these days that are still done.' })
  completed!: number;

  @Field(() => Int, { description: 'Not done now.' })
  open!: number;

  @Field(() => Int, { description: 'Open tasks that are overdue.' })
  overdue!: number;
}

@ObjectType('Analytics', {
  description:
    'Figures of your projects over a range of days in your time zone, without future days. Uses your current memberships.',
})
export class AnalyticsType {
  @Field(() => String, { description: 'The first day.' })
  from!: string;

  @Field(() => String, { description: 'The last day.' })
  to!: string;

  @Field(() => [WeekCountType], {
    description:
      'Completed tasks by week. A task counts once, in the week of its last completion and in its current project. The first and ' +
      'last week include only the requested days.',
  })
  completedByWeek!: WeekCountType[];

  @Field(() => [FlowDayType], { description: 'How many tasks there were, day by day.' })
  flow!: FlowDayType[];

  @Field(() => CycleTimeType, { description: 'Cycle times.' })
  cycleTime!: CycleTimeType;

  @Field(() => [PersonFiguresType], {
    description: `Figures by current assignee, most completed tasks first; the first ${ANALYTICS_PEOPLE}.`,
  })
  byPerson!: PersonFiguresType[];
}
