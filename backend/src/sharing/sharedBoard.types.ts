import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Field, Int, ObjectType } from 'type-graphql';
import { TaskPriority, TaskStatus } from '../../contract/enums.js';
import { LIMITS, SHARE_LINKS } from '../../contract/limits.js';
import { openSharedLinkSchema } from '../../contract/shareLinks.js';
import type { Moment } from '../platform/database/rows.js';
import { orNull } from '../platform/graphql/describe.js';
import { inputObjectOf } from '../platform/graphql/inputOf.js';

/* The types that visitors see. They share no field with the types of members, so that a new field of a task stays
   hidden from visitors until it is added here. */

const OPAQUE = 'within this link. It is no id of the API.';

@ObjectType('SharedTag', { description: 'A tag, as a shared link shows it.' })
export class SharedTagType {
  @Field(() => String, { description: 'Its name.' })
  name!: string;

  @Field(() => String, orNull('Its color as `#rrggbb`; null if it has none.'))
  color!: string | null;
}

@ObjectType('SharedTask', { description: 'A task, as a shared link shows it.' })
export class SharedTaskType {
  @Field(() => String, { description: `Identifies it ${OPAQUE}` })
  id!: string;

  @Field(() => String, { description: 'Its title.' })
  title!: string;

  @Field(() => String, {
    description: `The first ${LIMITS.taskExcerptMax} characters of its description; can be empty.`,
  })
  excerpt!: string;

  @Field(() => TaskPriority, { description: 'Its priority.' })
  priority!: TaskPriority;

  @Field(() => String, {
    nullable: true,
    description:
      'The day it is due, like `2026-11-25`; null if it has none. A due time counts in the time zone of who created the link.',
  })
  dueDay!: string | null;

  @Field(() => [SharedTagType], { description: 'Its tags.' })
  tags!: SharedTagType[];

  @Field(() => Int, { description: 'The number of items of its checklist.' })
  checklistTotal!: number;

  @Field(() => Int, { description: 'The number of those that are done.' })
  checklistDone!: number;

  @Field(() => String, {
    nullable: true,
    description: 'The initials of its assignee; null if there is none, or if the link does not show them.',
  })
  initials!: string | null;
}

@ObjectType('SharedTaskPage', { description: 'A page of the tasks of a column.' })
export class SharedTaskPageType {
  @Field(() => [SharedTaskType], { description: `Up to ${SHARE_LINKS.pageOfColumn} tasks.` })
  tasks!: SharedTaskType[];

  @Field(() => String, orNull('Where the next page begins; null on the last page.'))
  next!: string | null;
}

@ObjectType('SharedColumn', { description: 'A column, as a shared link shows it.' })
export class SharedColumnType extends SharedTaskPageType {
  @Field(() => String, { description: `Identifies it ${OPAQUE}` })
  id!: string;

  @Field(() => String, { description: 'Its name.' })
  name!: string;

  @Field(() => String, orNull('As `#rrggbb`; null for the color of its status.'))
  color!: string | null;

  @Field(() => TaskStatus, { description: 'What it means.' })
  status!: TaskStatus;

  @Field(() => Int, { description: 'The number of its tasks.' })
  taskCount!: number;
}

@ObjectType('SharedBoard', { description: 'What a shared link shows.' })
export class SharedBoardType {
  @Field(() => String, { description: 'The name of the project.' })
  projectName!: string;

  @Field(() => String, { description: 'The color of the project as `#rrggbb`.' })
  color!: string;

  @Field(() => Int, { description: 'The state that is shown, at least. `sharedChanged` sends newer ones.' })
  revision!: number;

  @Field(() => GraphQLDateTimeISO, orNull('When the link expires; null if it does not.'))
  expiresAt!: Moment | null;

  @Field(() => [SharedColumnType], {
    description:
      'The columns, in order, each with the first page of its tasks: by their place, in a column of done tasks the last ' +
      'completed first.',
  })
  columns!: SharedColumnType[];
}

@ObjectType('SharedChange', { description: 'A project that a shared link shows has changed.' })
export class SharedChangeType {
  @Field(() => Int, { description: 'The project’s revision.' })
  revision!: number;
}

export const OpenSharedLinkInput = inputObjectOf('OpenSharedLinkInput', 'Input of `openSharedLink`.', {
  schema: openSharedLinkSchema,
  descriptions: { token: 'The token of the link.', password: 'Its password.' },
});

@ObjectType({ description: 'Payload of `openSharedLink`.' })
export class OpenSharedLinkPayload {
  @Field(() => String, { description: 'The key of the link.' })
  key!: string;

  @Field(() => GraphQLDateTimeISO, { description: 'When the key ends.' })
  expiresAt!: Moment;
}
