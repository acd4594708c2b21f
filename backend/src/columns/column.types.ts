import { Field, ID, Int, ObjectType } from 'type-graphql';
import {
  createColumnSchema,
  deleteColumnSchema,
  moveColumnSchema,
  updateColumnSchema,
} from '../../contract/columns.js';
import { TaskStatus } from '../../contract/enums.js';
import { COLUMNS } from '../../contract/limits.js';
import { orNull } from '../platform/graphql/describe.js';
import { inputOf } from '../platform/graphql/inputOf.js';
import { count, oneTo } from '../platform/graphql/limitWords.js';
import { payloadOf, RevisionPayload } from '../platform/graphql/write.js';

const NAME = `${oneTo(COLUMNS.nameMax)}, unlike the other columns of the project.`;
const COLOR = 'As `#rrggbb`; null for the color of its status.';
const LIMIT = `How many open tasks it should have at most, 1 to ${count(COLUMNS.limitMax)}; null for no limit. More are allowed.`;
const HIDDEN = 'Whether the board shows it only while it has tasks.';
const VERSION =
  'The version this change was made from. CONFLICT if one of these fields was changed to a different value since then.';
const NEIGHBOURS = { afterId: 'The column directly before it.', beforeId: 'The column directly after it.' };

@ObjectType('Column', { description: 'A column of a project’s board.' })
export class ColumnType {
  @Field(() => ID, { description: 'UUID.' })
  id!: string;

  @Field(() => ID, { description: 'Its project.' })
  projectId!: string;

  @Field(() => String, { description: NAME })
  name!: string;

  @Field(() => String, orNull(COLOR))
  color!: string | null;

  @Field(() => TaskStatus, { description: 'What it means: the status of its tasks. It never changes.' })
  status!: TaskStatus;

  @Field(() => String, { description: 'Its place among the project’s columns. Compare by bytes, then by id.' })
  rank!: string;

  @Field(() => Int, orNull(LIMIT))
  limit!: number | null;

  @Field(() => Boolean, { description: HIDDEN })
  hidden!: boolean;

  @Field(() => Int, { description: 'The project’s revision at its last change; 0 if it was never changed.' })
  version!: number;
}

@ObjectType()
export abstract class ColumnWrittenType extends RevisionPayload {
  @Field(() => ColumnType, { description: 'The column as it is now.' })
  column!: ColumnType;
}

export const CreateColumnPayload = payloadOf('CreateColumn', ColumnWrittenType);
export const UpdateColumnPayload = payloadOf('UpdateColumn', ColumnWrittenType);
export const MoveColumnPayload = payloadOf('MoveColumn', ColumnWrittenType);

@ObjectType({ description: 'Payload of `deleteColumn`.' })
export class DeleteColumnPayload extends RevisionPayload {
  @Field(() => ID, { description: 'The id of the deleted column.' })
  columnId!: string;

  @Field(() => ID, { description: 'Its project.' })
  projectId!: string;

  @Field(() => ID, { description: 'The column that got its tasks.' })
  movedTo!: string;
}

export const CreateColumnInput = inputOf('CreateColumn', {
  description: 'Input of `createColumn`. Without neighbors it follows the last column of its status.',
  ids: { projectId: 'The project.' },
  schema: createColumnSchema,
  descriptions: {
    name: NAME,
    status: 'What it means.',
    color: COLOR,
    limit: LIMIT,
    hidden: `${HIDDEN} false by default.`,
    ...NEIGHBOURS,
  },
});

export const UpdateColumnInput = inputOf('UpdateColumn', {
  description: 'Input of `updateColumn`: only the fields to change.',
  ids: { id: 'The column.' },
  schema: updateColumnSchema,
  descriptions: { name: NAME, color: COLOR, limit: LIMIT, hidden: HIDDEN, version: VERSION },
});

export const MoveColumnInput = inputOf('MoveColumn', {
  description: 'Input of `moveColumn`. Without neighbors the column goes to the end.',
  ids: { id: 'The column.' },
  schema: moveColumnSchema,
  descriptions: NEIGHBOURS,
});

export const DeleteColumnInput = inputOf('DeleteColumn', {
  ids: { id: 'The column.' },
  schema: deleteColumnSchema,
  descriptions: { moveTasksTo: 'The column of the same project and status that gets its tasks.' },
});
