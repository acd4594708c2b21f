import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { RelationKind } from '../../contract/enums.js';
import { RELATIONS } from '../../contract/limits.js';
import { relateTasksSchema, unrelateTasksSchema } from '../../contract/relations.js';
import { describeEnum } from '../platform/graphql/describe.js';
import { inputOf } from '../platform/graphql/inputOf.js';
import { RevisionPayload } from '../platform/graphql/write.js';
import type { Moment } from '../platform/database/rows.js';

describeEnum(RelationKind, 'RelationKind', 'How a task is related to another one.', {
  BLOCKS: 'The other task cannot be done before it.',
  RELATES: 'They belong together, in both directions.',
  DUPLICATES: 'It asks for the same as the other task.',
});

@ObjectType('TaskRelation', { description: 'A relation between two tasks of a project.' })
export class TaskRelationType {
  @Field(() => ID, { description: 'UUID.' })
  id!: string;

  @Field(() => ID, { description: 'The project of both tasks.' })
  projectId!: string;

  @Field(() => RelationKind, { description: 'What the task is to the other one.' })
  kind!: RelationKind;

  @Field(() => ID, { description: 'The task that blocks or duplicates the other one, or is related to it.' })
  taskId!: string;

  @Field(() => ID, { description: 'The other task.' })
  otherId!: string;

  @Field(() => ID, { description: 'Who created it.' })
  creatorId!: string;

  @Field(() => GraphQLDateTimeISO, { description: 'When it was created.' })
  createdAt!: Moment;

  @Field(() => Int, { description: 'The project’s revision at its last change.' })
  version!: number;
}

@ObjectType({ description: 'Payload of `relateTasks`.' })
export class RelateTasksPayload extends RevisionPayload {
  @Field(() => TaskRelationType, { description: 'The relation; the same one if there was one.' })
  relation!: TaskRelationType;
}

@ObjectType({ description: 'Payload of `unrelateTasks`.' })
export class UnrelateTasksPayload extends RevisionPayload {
  @Field(() => ID, { description: 'The task.' })
  taskId!: string;

  @Field(() => ID, { description: 'The other task.' })
  otherId!: string;

  @Field(() => ID, { description: 'Their project.' })
  projectId!: string;
}

export const RelateTasksInput = inputOf('RelateTasks', {
  ids: { taskId: 'The task that blocks or duplicates the other one, or is related to it.' },
  schema: relateTasksSchema,
  descriptions: {
    otherId: `The other task, of the same project. A task has at most ${RELATIONS.max} relations.`,
    kind: 'What the task is to the other one. BLOCKS and DUPLICATES cannot form a circle.',
  },
});

export const UnrelateTasksInput = inputOf('UnrelateTasks', {
  ids: { taskId: 'One of the tasks.' },
  schema: unrelateTasksSchema,
  descriptions: { otherId: 'The other task.', kind: 'Only relations of this kind; by default, all between the two.' },
});
