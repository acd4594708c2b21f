import { Field, ID, Int, ObjectType } from 'type-graphql';
import { connectionOf } from '../platform/graphql/connection.js';
import { UserType } from '../users/user.types.js';
import type { UserRow } from '../users/user.reads.js';

@ObjectType('TeamPerson', {
  description: 'A person with whom you share projects, or you, with their tasks in your active projects.',
})
export class TeamPersonType {
  @Field(() => ID, { description: 'The id of the person.' })
  userId!: string;

  @Field(() => UserType, { description: 'The person.' })
  user!: UserRow;

  @Field(() => Int, { description: 'The number of their open tasks.' })
  open!: number;

  @Field(() => Int, { description: 'How many of these are overdue.' })
  overdue!: number;

  @Field(() => Int, {
    description: 'Their tasks that were completed since Monday in your time zone and are still done.',
  })
  completedThisWeek!: number;

  @Field(() => [ID], { description: 'The projects that you share, oldest first.' })
  projectIds!: string[];
}

export const TeamPersonConnection = connectionOf(() => TeamPersonType, 'TeamPerson', 'people of your projects');
