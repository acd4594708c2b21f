import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { TrashKind } from '../../contract/enums.js';
import { TRASH_DAYS } from '../../contract/trash.js';
import { connectionOf } from '../kernel/graphql/connection.js';
import { idInputOf, payloadOf, RevisionPayload } from '../kernel/graphql/write.js';
import type { Moment } from '../kernel/rows.js';
import { ProjectWrittenType } from '../projects/project.types.js';
import { TaskWrittenType } from '../tasks/task.types.js';

registerEnumType(TrashKind, {
  name: 'TrashKind',
  description: 'What the trash holds.',
  valuesConfig: {
    TASK: { description: 'A task of a project that is there, with its comments: `restoreTask`.' },
    PROJECT: { description: 'A project with all that is in it: `restoreProject`.' },
  },
});

@ObjectType('TrashEntry', {
  description: `Something that was deleted and can be restored. After ${TRASH_DAYS} days it goes for good.`,
})
export class TrashEntryType {
  @Field(() => ID, { description: 'The task or project.' })
  id!: string;

  @Field(() => TrashKind, { description: 'What it is.' })
  kind!: TrashKind;

  @Field(() => String, { description: 'The title of the task, the name of the project.' })
  title!: string;

  @Field(() => ID, { description: 'The project of the task; of a project, itself.' })
  projectId!: string;

  @Field(() => GraphQLDateTimeISO, { description: 'When it was deleted.' })
  deletedAt!: Moment;

  @Field(() => ID, { nullable: true, description: 'Who deleted it.' })
  deletedBy!: string | null;

  @Field(() => GraphQLDateTimeISO, { description: 'Until when it can be restored.' })
  until!: Moment;

  @Field(() => Boolean, {
    description:
      'May you remove it for good? An OWNER may, and of a task whoever made it where nobody else wrote on it.',
  })
  viewerCanPurge!: boolean;
}

export const TrashEntryConnection = connectionOf(() => TrashEntryType, 'TrashEntry', 'what was deleted');

export const RestoreTaskPayload = payloadOf('RestoreTask', TaskWrittenType);
export const RestoreTaskInput = idInputOf('RestoreTask', 'The deleted task.');
export const RestoreProjectPayload = payloadOf('RestoreProject', ProjectWrittenType);
export const RestoreProjectInput = idInputOf('RestoreProject', 'The deleted project.');

@ObjectType({ description: 'What `purge` answers.' })
export class PurgePayload extends RevisionPayload {
  @Field(() => ID, { description: 'What is gone for good.' })
  id!: string;
}
export const PurgeInput = idInputOf('Purge', 'The deleted task or project.');
