import { GraphQLDateTimeISO } from 'graphql-scalars';
import { type RawBuilder, sql } from 'kysely';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { RelationKind } from '../../contract/enums.js';
import type { Moment } from '../platform/database/rows.js';
import type { KindName } from '../write/changeLog.js';
import { orNull } from '../platform/graphql/describe.js';

/* The rules of history for each kind of object. A new kind without an entry in each of these does not compile. */

/** How history reads a kind of object; `c` is the line of the log. */
interface KindHistory {
  /** Joins the object of a line, unless it is a task, which is joined by TASK_ID. */
  join: RawBuilder<unknown> | null;
  /** The id of the task that a line is about. */
  taskId: RawBuilder<unknown> | null;
  /** The name of an object that belongs to no task. */
  name: RawBuilder<unknown> | null;
  /** True if the object was deleted or purged. */
  isDeleted: RawBuilder<unknown>;
  /** The parts of the task `parent` whose lines are in its history. */
  inTaskHistory: RawBuilder<unknown> | null;
}

/** A part of a task: its table is joined under its own name. */
const partOfTask = (kind: KindName, { inTaskHistory }: { inTaskHistory: boolean }): KindHistory => {
  const table = sql.table(kind);
  const column = (name: string) => sql.ref(`${kind}.${name}`);
  return {
    join: sql`left join ${table} on c.entity = ${sql.lit(kind)} and ${column('id')} = c.entity_id`,
    taskId: column('task_id'),
    name: null,
    isDeleted: sql`${column('id')} is null or ${column('deleted_at')} is not null`,
    inTaskHistory: inTaskHistory
      ? sql`select ${column('id')} from ${table} where ${column('task_id')} = parent.id`
      : null,
  };
};

const KINDS: Readonly<Record<KindName, KindHistory>> = {
  project: {
    join: sql`left join project p on c.entity = 'project' and p.id = c.entity_id`,
    taskId: null,
    name: sql`p.name`,
    isDeleted: sql`false`,
    inTaskHistory: null,
  },
  member: {
    join: sql`left join account a on c.entity = 'member' and a.id = c.entity_id`,
    taskId: null,
    name: sql`a.first_name || ' ' || a.last_name`,
    isDeleted: sql`false`,
    inTaskHistory: null,
  },
  column: {
    join: sql`left join "column" k on c.entity = 'column' and k.id = c.entity_id`,
    taskId: null,
    name: sql`k.name`,
    isDeleted: sql`k.id is null or k.deleted_at is not null`,
    inTaskHistory: null,
  },
  task: {
    join: null,
    taskId: sql`c.entity_id`,
    name: null,
    isDeleted: sql`not exists (select 1 from task x where x.id = c.entity_id and x.deleted_at is null)`,
    inTaskHistory: null,
  },
  task_relation: {
    ...partOfTask('task_relation', { inTaskHistory: true }),
    inTaskHistory: sql`select r.id from task_relation r where r.task_id = parent.id or r.other_id = parent.id`,
  },
  checklist_item: partOfTask('checklist_item', { inTaskHistory: true }),
  comment: partOfTask('comment', { inTaskHistory: false }),
  attachment: partOfTask('attachment', { inTaskHistory: true }),
};
const ALL_KINDS = Object.entries(KINDS);

/** Returns a `case` over the kind of a line. */
const byKind = <T>(read: (kind: KindHistory) => RawBuilder<unknown> | null): RawBuilder<T> => {
  const cases = ALL_KINDS.flatMap(([name, kind]) => {
    const value = read(kind);
    return value ? [sql`when ${sql.lit(name)} then ${value}`] : [];
  });
  return sql<T>`case c.entity ${sql.join(cases, sql` `)} end`;
};

export const TASK_ID = byKind<string | null>(({ taskId }) => taskId);

export const NAME = byKind(({ name }) => name);

export const HISTORY_IS_DELETED: RawBuilder<boolean> = byKind<boolean>(({ isDeleted }) => isDeleted);

/** Joins the objects of the lines, except tasks. */
export const JOINS = sql.join(
  ALL_KINDS.flatMap(([, { join }]) => join ?? []),
  sql` `,
);

/** The ids of the task `parent` and of its parts whose lines are in its history. */
export const WITH_PARTS = sql.join(
  [sql`select parent.id`, ...ALL_KINDS.flatMap(([, { inTaskHistory }]) => inTaskHistory ?? [])],
  sql` union all `,
);

/** The field with the present text of an object, by kind. */
const TEXT_FIELDS = {
  project: null,
  member: null,
  column: null,
  task: null,
  task_relation: null,
  checklist_item: 'itemText',
  comment: 'commentText',
  attachment: 'fileName',
} as const satisfies Record<KindName, string | null>;
type HistoryTextField = NonNullable<(typeof TEXT_FIELDS)[KindName]>;

/** The present texts of objects that are still in the project of the line. */
export const HISTORY_TEXTS: Readonly<Record<HistoryTextField, RawBuilder<string | null>>> = {
  itemText: sql`case when checklist_item.project_id = c.project_id then checklist_item.text end`,
  fileName: sql`case when attachment.project_id = c.project_id then attachment.name end`,
  commentText: sql`case when comment.project_id = c.project_id and comment.deleted_at is null then comment.text end`,
};

/**
 * The relation of a line, if its tasks are still in the project of the line. Of two tasks, one can have left: the relation
 * is then deleted and stays behind.
 */
export const HISTORY_RELATION: RawBuilder<HistoryRelationType | null> = sql`
  case when task_relation.project_id = c.project_id then (
    select jsonb_build_object('kind', task_relation.kind, 'taskId', x.id, 'otherId', o.id, 'title', x.title,
      'otherTitle', o.title)
    from task x join task o on o.id = task_relation.other_id and o.project_id = c.project_id and o.deleted_at is null
    where x.id = task_relation.task_id and x.project_id = c.project_id and x.deleted_at is null) end`;

@ObjectType('HistoryRelation', {
  description: 'The relation that a change was about, with the present titles of its tasks.',
})
export class HistoryRelationType {
  @Field(() => RelationKind, { description: 'What the task is to the other one.' })
  kind!: RelationKind;

  @Field(() => ID, { description: 'The task.' })
  taskId!: string;

  @Field(() => ID, { description: 'The other task.' })
  otherId!: string;

  @Field(() => String, { description: 'The title of the task.' })
  title!: string;

  @Field(() => String, { description: 'The title of the other task.' })
  otherTitle!: string;
}

@ObjectType('HistoryEntry', {
  description: 'One change of an object: who did it, when, and the values before and after.',
})
export class HistoryEntryType implements Record<HistoryTextField, string | null> {
  @Field(() => ID, { description: 'The project.' })
  projectId!: string;

  @Field(() => Int, { description: 'The revision of the project at which it happened.' })
  revision!: number;

  @Field(() => ID, { description: 'The id of the object; for a membership, of the person.' })
  entityId!: string;

  @Field(() => [String], {
    nullable: true,
    description:
      'For a task that changed its column: the present names of the columns before and after; otherwise null.',
  })
  columnNames!: string[] | null;

  @Field(() => GraphQLDateTimeISO, { description: 'When it happened.' })
  at!: Moment;

  @Field(() => [Int], orNull('The revisions of the change sets of the project that this undid; null if it undid none.'))
  undoOf!: number[] | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The present name of the object: the title of the task (also for its comments and checklist items), the name of the member or the project; null if it was purged.',
  })
  subject!: string | null;

  @Field(() => String, orNull('The present text of a checklist item; null for other objects.'))
  itemText!: string | null;

  @Field(() => String, orNull('The present text of a comment; null for other objects and if it was deleted.'))
  commentText!: string | null;

  @Field(() => String, orNull('The present name of a file; null for other objects.'))
  fileName!: string | null;

  @Field(() => HistoryRelationType, {
    nullable: true,
    description:
      'For a relation between two tasks: which one; null for other objects, and if one of its tasks was deleted or moved away.',
  })
  relation!: HistoryRelationType | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The task (also for its comments and checklist items); null if there is none or it was deleted.',
  })
  taskId!: string | null;
}
