import { Field, ID, Int, ObjectType } from 'type-graphql';
import { connectionOf } from '../kernel/graphql/connection.js';
import { UserType } from '../users/user.types.js';
import type { UserRow } from '../users/user.reads.js';

@ObjectType('TeamPerson', {
  description: 'Somebody with whom you share projects, or you, and their tasks in those that are not archived.',
})
export class TeamPersonType {
  @Field(() => ID, { description: 'Who.' })
  userId!: string;

  @Field(() => UserType, { description: 'The person.' })
  user!: UserRow;

  @Field(() => Int, { description: 'How many of their tasks are not done.' })
  open!: number;

  @Field(() => Int, { description: 'How many of these were due in the past.' })
  overdue!: number;

  @Field(() => Int, { description: 'How many of their tasks were done since Monday in your time zone, and are.' })
  completedThisWeek!: number;

  @Field(() => [ID], { description: 'The projects that you share, oldest first.' })
  projectIds!: string[];
}

export const TeamPersonConnection = connectionOf(() => TeamPersonType, 'TeamPerson', 'people of your projects');
