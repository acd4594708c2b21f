import { Field, Int, ObjectType } from 'type-graphql';

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
}
