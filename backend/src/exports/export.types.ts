import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { ExportStatus } from '../../contract/enums.js';
import { EXPORTS } from '../../contract/limits.js';
import { describeEnum, orNull } from '../platform/graphql/describe.js';
import { inputOf } from '../platform/graphql/inputOf.js';
import { payloadOf } from '../platform/graphql/write.js';

describeEnum(ExportStatus, 'ExportStatus', 'The status of a download of your data.', {
  RUNNING: 'It is being created or waits in the queue.',
  READY: 'Its file can be downloaded.',
  FAILED: 'It could not be created. Request another one: this one does not count.',
});

@ObjectType('Export', {
  description:
    'A download of your account and everything you can see: a zip of JSON files and `tasks.csv`. Its file is at ' +
    'GET /api/auth/export/{id}/file, with your token.',
})
export class ExportType {
  @Field(() => ID, { description: 'UUID version 7.' })
  id!: string;

  @Field(() => ExportStatus, { description: 'Its status.' })
  status!: ExportStatus;

  @Field(() => Int, { description: 'Progress in percent; 100 when it is ready.' })
  progress!: number;

  @Field(() => Float, orNull('Size of its file in bytes; null until it is ready.'))
  size!: number | null;

  @Field(() => Float, {
    description:
      'Size in bytes of the files of tasks that you can see. They are at GET /api/auth/export/{id}/files; 0 if there are none.',
  })
  filesSize!: number;

  @Field(() => GraphQLDateTimeISO, { description: 'When it was requested.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTimeISO, orNull('When it became ready or failed; null before.'))
  finishedAt!: Date | null;

  @Field(() => GraphQLDateTimeISO, {
    nullable: true,
    description: `When its file is removed, ${EXPORTS.keptHours} hours later; null until it is ready.`,
  })
  expiresAt!: Date | null;
}

export const RequestExportInput = inputOf('RequestExport');

export const RequestExportPayload = payloadOf('RequestExport', {
  export: { type: ExportType, description: 'The download.' },
});
