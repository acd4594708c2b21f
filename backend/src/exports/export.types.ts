import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { ExportStatus } from '../../contract/enums.js';
import { EXPORTS } from '../../contract/limits.js';
import { WriteInput } from '../kernel/graphql/write.js';

registerEnumType(ExportStatus, {
  name: 'ExportStatus',
  description: 'How a download of your data stands.',
  valuesConfig: {
    RUNNING: { description: 'It is being made, or waits for its turn.' },
    READY: { description: 'Its file can be fetched.' },
    FAILED: { description: 'It could not be made. Ask for another one: this one does not count.' },
  },
});

@ObjectType('Export', {
  description:
    'A download of all that you may see and of your own account: a zip of JSON files and `tasks.csv`. Its file is at ' +
    'GET /api/auth/export/{id}/file, with your token.',
})
export class ExportType {
  @Field(() => ID, { description: 'UUID version 7.' })
  id!: string;

  @Field(() => ExportStatus, { description: 'How it stands.' })
  status!: ExportStatus;

  @Field(() => Int, { description: 'How much of it is done, in percent; 100 when it is ready.' })
  progress!: number;

  @Field(() => Float, { nullable: true, description: 'The bytes of its file; null until it is ready.' })
  size!: number | null;

  @Field(() => GraphQLDateTimeISO, { description: 'When it was asked for.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTimeISO, { nullable: true, description: 'When it was ready or had failed; null before.' })
  finishedAt!: Date | null;

  @Field(() => GraphQLDateTimeISO, {
    nullable: true,
    description: `Until when its file is kept, ${EXPORTS.keptHours} hours; null until it is ready.`,
  })
  expiresAt!: Date | null;
}

@InputType({ description: 'Input of `requestExport`.' })
export class RequestExportInput extends WriteInput {}

@ObjectType({ description: 'What `requestExport` answers.' })
export class RequestExportPayload {
  @Field(() => ExportType, { description: 'The download as it is now.' })
  export!: ExportType;
}
