import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { ANALYTICS_PEOPLE } from '../../contract/figures.js';

@ObjectType('WeekCount', { description: 'What was completed in one week, as far as it is asked for.' })
export class WeekCountType {
  @Field(() => String, { description: "The week's Monday, as a date in your time zone: `2026-11-16`." })
  week!: string;

  @Field(() => Int, { description: 'How many of the tasks that are done now were completed in it.' })
  count!: number;
}

@ObjectType('FlowDay', {
  description:
    'How many tasks there were at the end of one day, today at this moment, by their status: as they were then, also those that ' +
    'were deleted or moved elsewhere since. Of what is gone for good nothing is known.',
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

@ObjectType('CycleClass', { description: 'How many tasks took so long.' })
export class CycleClassType {
  @Field(() => Int, { description: 'So many hours or more.' })
  fromHours!: number;

  @Field(() => Int, { nullable: true, description: 'Less than so many hours; null: however many.' })
  toHours!: number | null;

  @Field(() => Int, { description: 'How many.' })
  tasks!: number;
}

@ObjectType('CycleTime', {
  description:
    'How long the tasks took that are done now and were completed in these days: from when they were first in progress, ' +
    'as far as you may read the projects they were in, or else from when they were made, to when they were done last.',
})
export class CycleTimeType {
  @Field(() => Int, { description: 'How many tasks there are.' })
  tasks!: number;

  @Field(() => Float, { nullable: true, description: 'Half of them took so many hours or less; null of none.' })
  p50Hours!: number | null;

  @Field(() => Float, { nullable: true, description: '85 % of them took so many hours or less; null of none.' })
  p85Hours!: number | null;

  @Field(() => [CycleClassType], { description: 'How they spread, shortest first.' })
  classes!: CycleClassType[];
}

@ObjectType('PersonFigures', { description: 'The tasks of one person.' })
export class PersonFiguresType {
  @Field(() => ID, { nullable: true, description: 'Whose they are; null of those that are nobody’s.' })
  userId!: string | null;

  @Field(() => Int, { description: 'Done now, completed in these days.' })
  completed!: number;

  @Field(() => Int, { description: 'Not done now.' })
  open!: number;

  @Field(() => Int, { description: 'Of these, due in the past.' })
  overdue!: number;
}

@ObjectType('Analytics', {
  description:
    'Figures of your projects over some days of your calendar. Days that have not begun are left out; membership is as of now.',
})
export class AnalyticsType {
  @Field(() => String, { description: 'The first day.' })
  from!: string;

  @Field(() => String, { description: 'The last day.' })
  to!: string;

  @Field(() => [WeekCountType], {
    description:
      'What was completed week by week, a task once, in the week in which it was done last, and where it is now; of the first and ' +
      'the last week only the days that are asked for.',
  })
  completedByWeek!: WeekCountType[];

  @Field(() => [FlowDayType], { description: 'How many tasks there were, day by day.' })
  flow!: FlowDayType[];

  @Field(() => CycleTimeType, { description: 'How long tasks took.' })
  cycleTime!: CycleTimeType;

  @Field(() => [PersonFiguresType], {
    description: `The same by who is assigned now, most completed first; the first ${ANALYTICS_PEOPLE}.`,
  })
  byPerson!: PersonFiguresType[];
}
