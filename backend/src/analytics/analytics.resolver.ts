import { Args, ArgsType, Ctx, Field, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import { ANALYTICS_DAYS } from '../../contract/figures.js';
import type { Context } from '../request/context.js';
import { Connection, PageArgsType } from '../platform/graphql/connection.js';
import { orNull } from '../platform/graphql/describe.js';
import { projectLoader } from '../projects/project.reads.js';
import { ProjectType } from '../projects/project.types.js';
import { userLoader } from '../users/user.reads.js';
import { UserType } from '../users/user.types.js';
import { analytics } from './analytics.service.js';
import { AnalyticsType, PersonFiguresType } from './analytics.types.js';
import { readPeople, type TeamPersonRow } from './people.reads.js';
import { TeamPersonConnection, TeamPersonType } from './people.types.js';

/** Maximum number of projects listed per person. */
const PROJECTS_SHOWN = 20;

@ArgsType()
class AnalyticsArgs {
  @Field(() => String, { description: 'The first day, in your time zone: `2026-11-01`.' })
  from!: string;

  @Field(() => String, { description: `The last day; at most ${ANALYTICS_DAYS} days in all.` })
  to!: string;

  @Field(() => ID, orNull('Only this project; by default, all your active projects.'))
  projectId?: string | null;

  @Field(() => ID, orNull('Only tasks assigned to this person; `me` for yourself, `none` for unassigned tasks.'))
  assigneeId?: string | null;
}

@Resolver()
export class AnalyticsResolver {
  @Query(() => AnalyticsType, { description: 'Figures of your projects over a range of days.' })
  analytics(@Args(() => AnalyticsArgs) args: AnalyticsArgs, @Ctx() ctx: Context) {
    return analytics(ctx, args);
  }

  @Query(() => TeamPersonConnection, { description: 'The people of your projects, and you, by name.' })
  async people(@Args(() => PageArgsType) args: PageArgsType, @Ctx() ctx: Context) {
    return new Connection(await readPeople(ctx, args));
  }
}

@Resolver(() => PersonFiguresType)
export class PersonFiguresFields {
  @FieldResolver(() => UserType, orNull('The person; null for unassigned tasks.'))
  user(@Root() { userId }: PersonFiguresType, @Ctx() ctx: Context) {
    return userId === null ? null : userLoader(ctx).load(userId);
  }
}

@Resolver(() => TeamPersonType)
export class TeamPersonFields {
  @FieldResolver(() => [ProjectType], {
    description: `The first ${PROJECTS_SHOWN} of the projects that you share, oldest first.`,
  })
  async projects(@Root() { projectIds }: TeamPersonRow, @Ctx() ctx: Context) {
    const found = await Promise.all(projectIds.slice(0, PROJECTS_SHOWN).map((id) => projectLoader(ctx).load(id)));
    return found.filter((project) => project !== null);
  }
}
