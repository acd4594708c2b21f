import { Field, ID, Int, ObjectType } from 'type-graphql';

@ObjectType('DashboardChanges', {
  description: 'Whole percents against the same moment one month ago; 0 where there was nothing then.',
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

@ObjectType('CompletedWeek', { description: 'What was completed in one week.', simpleResolvers: true })
export class CompletedWeekType {
  @Field(() => String, { description: "The week's Monday, as a date in your time zone: `2026-11-16`." })
  weekStart!: string;

  @Field(() => Int, { description: 'How many of the tasks that are done now were completed in it.' })
  completed!: number;
}

@ObjectType('ProjectTasks', { description: 'What is to be done in one project.', simpleResolvers: true })
export class ProjectTasksType {
  @Field(() => ID, { description: 'The project.' })
  projectId!: string;

  @Field(() => Int, { description: 'Tasks that are not done.' })
  open!: number;

  @Field(() => Int, { description: 'Of those, the ones that are overdue.' })
  overdue!: number;
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

  @Field(() => DashboardChangesType, { description: 'How they have changed within a month.' })
  changes!: DashboardChangesType;

  @Field(() => [CompletedWeekType], {
    description: 'What was completed in each of the last eight weeks in your time zone, the running one last.',
  })
  completedByWeek!: CompletedWeekType[];

  @Field(() => [ProjectTasksType], {
    description: 'What is to be done in each of your projects, but for archived ones, by id.',
  })
  byProject!: ProjectTasksType[];
}
