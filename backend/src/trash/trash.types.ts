import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { TrashKind } from '../../contract/enums.js';
import { TRASH_DAYS } from '../../contract/trash.js';
import { connectionOf } from '../platform/graphql/connection.js';
import { describeEnum, orNull } from '../platform/graphql/describe.js';
import { idInputOf } from '../platform/graphql/inputOf.js';
import { payloadOf, RevisionPayload } from '../platform/graphql/write.js';
import type { Moment } from '../platform/database/rows.js';
import { ProjectWrittenType } from '../projects/project.types.js';
import { TaskWrittenType } from '../tasks/task.types.js';

describeEnum(TrashKind, 'TrashKind', 'The kind of an object in the trash.', {
  TASK: 'A task of a project that is not deleted, with its comments: `restoreTask`.',
  PROJECT: 'A project with its contents: `restoreProject`.',
});

@ObjectType('TrashEntry', {
  description: `A deleted object that can be restored. It is permanently deleted after ${TRASH_DAYS} days.`,
})
export class TrashEntryType {
  @Field(() => ID, { description: 'The task or project.' })
  id!: string;

  @Field(() => TrashKind, { description: 'Its kind.' })
  kind!: TrashKind;

  @Field(() => String, { description: 'The title of the task or the name of the project.' })
  title!: string;

  @Field(() => ID, { description: 'The project of the task, or the project itself.' })
  projectId!: string;

  @Field(() => GraphQLDateTimeISO, { description: 'When it was deleted.' })
  deletedAt!: Moment;

  @Field(() => ID, orNull('Who deleted it.'))
  deletedBy!: string | null;

  @Field(() => GraphQLDateTimeISO, { description: 'Until when it can be restored.' })
  until!: Moment;

  @Field(() => Boolean, {
    description:
      'Whether you can permanently delete it: an OWNER can, and the creator of a task that no other person has changed.',
  })
  viewerCanPurge!: boolean;
}

export const TrashEntryConnection = connectionOf(() => TrashEntryType, 'TrashEntry', 'what was deleted');

export const RestoreTaskPayload = payloadOf('RestoreTask', TaskWrittenType);
export const RestoreTaskInput = idInputOf('RestoreTask', 'The deleted task.');
export const RestoreProjectPayload = payloadOf('RestoreProject', ProjectWrittenType);
export const RestoreProjectInput = idInputOf('RestoreProject', 'The deleted project.');

@ObjectType({ description: 'Payload of `purge`.' })
export class PurgePayload extends RevisionPayload {
  @Field(() => ID, { description: 'The permanently deleted object.' })
  id!: string;
}
export const PurgeInput = idInputOf('Purge', 'The deleted task or project.');
