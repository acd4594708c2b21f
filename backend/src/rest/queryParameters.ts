import { TASK_GROUPINGS, TASK_ORDERS } from '../../contract/enums.js';
import { LIMITS } from '../../contract/limits.js';
import { ME, NONE } from '../../contract/taskList.js';
import { taskFilterSchema } from '../../contract/tasks.js';
import { jsonSchemaOf } from './jsonSchema.js';
import type { JsonSchema, QueryParameter } from './route.js';

/** The type of a filter: absent is the only form of null that a query knows. */
function withoutNull(schema: JsonSchema): JsonSchema {
  const [first] = ((schema['anyOf'] as JsonSchema[] | undefined) ?? []).filter(({ type }) => type !== 'null');
  return first ?? schema;
}

const TASK_FILTER: readonly QueryParameter[] = Object.entries(
  (jsonSchemaOf(taskFilterSchema)['properties'] ?? {}) as Record<string, JsonSchema>,
).map(([name, schema]) => ({ name, schema: withoutNull(schema) }));

/** What a list of tasks takes: the filter of the contract, and an order. */
export const TASK_QUERY: readonly QueryParameter[] = [
  ...TASK_FILTER,
  { name: 'orderBy', schema: { type: 'string', enum: TASK_ORDERS, default: 'CREATED_DESC' } },
];

/** The same filter, and what to split the list up by. */
export const TASK_GROUPS_QUERY: readonly QueryParameter[] = [
  ...TASK_FILTER.filter(({ name }) => name !== 'timeZone'),
  { name: 'groupBy', schema: { type: 'string', enum: TASK_GROUPINGS }, required: true },
  {
    name: 'timeZone',
    schema: { type: 'string' },
    description: 'By days of this time zone, in the filter too; by those of the one that you have chosen unless given.',
  },
];

export const PROJECT_QUERY: readonly QueryParameter[] = [
  { name: 'archived', schema: { type: 'boolean', default: false } },
];

export const NOTIFICATION_QUERY: readonly QueryParameter[] = [
  { name: 'unreadOnly', schema: { type: 'boolean', default: false } },
  { name: 'grouped', schema: { type: 'boolean', default: false } },
  { name: 'groupOf', schema: { type: 'string', format: 'uuid' } },
];

export const GROUP_QUERY: readonly QueryParameter[] = [
  {
    name: 'group',
    schema: { type: 'boolean', default: false },
    description: 'Also those before it that belong with it (see `group`), up to 1,000; what came later stays as it is.',
  },
];

const DAY: JsonSchema = { type: 'string', format: 'date' };
const MOMENT: JsonSchema = { type: 'string', format: 'date-time' };
const ID: JsonSchema = { type: 'string', format: 'uuid' };
/** A person by id, or by one of these words. */
const personOr = (...words: string[]): JsonSchema => ({ anyOf: [ID, { type: 'string', enum: words }] });

export const ANALYTICS_QUERY: readonly QueryParameter[] = [
  { name: 'from', schema: DAY, required: true },
  { name: 'to', schema: DAY, required: true },
  { name: 'projectId', schema: ID },
  { name: 'assigneeId', schema: personOr(ME, NONE) },
];

export const ACTIVITY_QUERY: readonly QueryParameter[] = [
  { name: 'actorId', schema: personOr(ME) },
  { name: 'projectId', schema: ID },
  { name: 'from', schema: MOMENT },
  { name: 'to', schema: MOMENT },
];

export const LOOKUP_QUERY: readonly QueryParameter[] = [
  { name: 'emailOrUsername', schema: { type: 'string' }, required: true },
];

export const CHANGES_QUERY: readonly QueryParameter[] = [
  {
    name: 'after',
    schema: { type: 'integer', minimum: 0, maximum: 2 ** 31 - 1, default: 0 },
    description: 'The revision to begin after: that of the last set you have, or of the project when you loaded it.',
  },
  {
    name: 'epoch',
    schema: { type: 'string' },
    description:
      'The epoch that this revision belongs to: where the database has another one by now, RESYNC is answered.',
  },
];

export const NODES_QUERY: readonly QueryParameter[] = [
  {
    name: 'ids',
    schema: {
      type: 'array',
      items: { type: 'string', format: 'uuid' },
      minItems: 1,
      maxItems: LIMITS.pageMax,
    },
    required: true,
  },
];

export const PAGING_QUERY: readonly QueryParameter[] = [
  {
    name: 'limit',
    schema: { type: 'integer', minimum: 1, maximum: LIMITS.pageMax, default: LIMITS.pageMax },
    description: 'How many rows to answer.',
  },
  {
    name: 'after',
    schema: { type: 'string' },
    description: 'The cursor of the row to begin after; it stands in the `Link` header of the page before.',
  },
  {
    name: 'before',
    schema: { type: 'string' },
    description:
      'The cursor of a row: answers the `limit` rows right before it, in the same order, and in `Link` where those before are.',
  },
  {
    name: 'total',
    schema: { type: 'boolean', default: false },
    description:
      'Whether to count the whole list: `X-Total-Count` of the answer. It costs what `totalCount` costs by GraphQL.',
  },
];
