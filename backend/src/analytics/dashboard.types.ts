import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import { orNull } from '../platform/graphql/describe.js';

@ArgsType()
export class DashboardArgsType {
  @Field(
    () => String,
    orNull('The time zone of days and weeks, for example Europe/Berlin; by default the one in your preferences.'),
  )
  timeZone?: string | null;
}

@ObjectType('DashboardChanges', {
  description: 'Change in whole percent since the same time one month ago; 0 if there was nothing then.',
  simpleResolvers: true,
})
export class DashboardChangesType {
  @Field(() => Int, { description: 'Of all tasks.' })
  total!: number;

  @Field(() => Int, { description: 'Of tasks in progress.' })
  inProgress!: number;

  @Field(() => Int, { description: 'Of tasks that are done.' })
  completed!: number;

  @Field(() => Int, { description: 'Of overdue tasks.' })
  overdue!: number;
}

@ObjectType('CompletedWeek', { description: 'Tasks completed in one week.', simpleResolvers: true })
export class CompletedWeekType {
  @Field(() => String, { description: "The week's Monday, as a date in the time zone: `2026-11-16`." })
  weekStart!: string;

  @Field(() => Int, { description: 'Tasks completed in it that are still done.' })
  completed!: number;
}

@ObjectType('ProjectTasks', { description: 'Open tasks of one project.', simpleResolvers: true })
export class ProjectTasksType {
  @Field(() => ID, { description: 'The project.' })
  projectId!: string;

  @Field(() => Int, { description: 'Tasks that are not done.' })
  open!: number;

  @Field(() => Int, { description: 'Open tasks that are overdue.' })
  overdue!: number;
}

@ObjectType('FirstSteps', {
  description: 'Which of the first steps you have done, in projects other than examples.',
  simpleResolvers: true,
})
export class FirstStepsType {
  @Field(() => Boolean, { description: 'You have a project.' })
  project!: boolean;

  @Field(() => Boolean, { description: 'One of your projects has, or had, a task.' })
  task!: boolean;

  @Field(() => Boolean, { description: 'One of your projects has another member, or a pending invitation.' })
  people!: boolean;
}

@ObjectType('DashboardStats', {
  description: 'The figures of the dashboard, over the tasks of your projects.',
  simpleResolvers: true,
})
export class DashboardStatsType {
  @Field(() => Int, { description: 'All tasks.' })
  totalTasks!: number;

  @Field(() => Int, { description: 'Tasks in progress.' })
  inProgressTasks!: number;

  @Field(() => Int, { description: 'Tasks that are done.' })
  completedTasks!: number;

  @Field(() => Int, { description: 'Tasks due in the past that are not done.' })
  overdueTasks!: number;

  @Field(() => DashboardChangesType, { description: 'Changes within a month.' })
  changes!: DashboardChangesType;

  @Field(() => [CompletedWeekType], {
    description: 'Completed tasks in each of the last eight weeks in your time zone, current week last.',
  })
  completedByWeek!: CompletedWeekType[];

  @Field(() => [ProjectTasksType], {
    description: 'Open tasks of each of your active projects, ordered by id.',
  })
  byProject!: ProjectTasksType[];

  @Field(() => FirstStepsType, orNull('What a new account still has to do; null if the preference `tips` is off.'))
  firstSteps!: FirstStepsType | null;
}
