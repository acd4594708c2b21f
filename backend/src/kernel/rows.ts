import { DateTimeType, type EntityManager, UnderscoreNamingStrategy } from '@mikro-orm/postgresql';
import { createQueryId, PostgresQueryCompiler, type RawBuilder, sql } from 'kysely';
import { ONE_PLAN } from './onePlan.js';
import { notFound } from './errors.js';

/** A moment as it is answered: of a row the text that is answered, of an entity a date, which becomes the same text. */
export type Moment = Date | string;

/** A moment in ISO 8601. */
export const isoOf = (moment: Moment): string => (typeof moment === 'string' ? moment : moment.toISOString());

/** What has its times as they are answered. */
type Answered<T> = { [Name in keyof T]: T[Name] extends Date | null ? Exclude<T[Name], Date> | Moment : T[Name] };

const USUAL_TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,3})?\+00$/;

/**
 * The text in which the driver hands over a time (`2026-11-27 17:00:00.25+00`) by RFC 3339, in UTC and with milliseconds,
 * as dates answer themselves. Making a date of it first, and text of that, takes much longer for a page of rows.
 */
function answerOf(time: string): string {
  if (!USUAL_TIME.test(time)) return new Date(time).toISOString();
  return `${time.slice(0, 10)}T${time.slice(11, 19)}.${time.slice(20, -3).padEnd(3, '0')}Z`;
}

/** A time of a row, which the driver hands over as text. */
class Time<Value> {
  constructor(
    readonly from: RawBuilder<unknown>,
    /** Only there for the type. */
    readonly value?: Value,
  ) {}
}

/** What statements work out, by name; times by `time`. */
export type Computed<Row> = { readonly [Name in keyof Row]: RawBuilder<Row[Name]> | Time<Row[Name]> };

const compiler = new PostgresQueryCompiler();

/** The same as one text, so that statements with many columns are put together as quickly as any. */
function asText(columns: RawBuilder<unknown>): RawBuilder<unknown> {
  const { sql: text, parameters } = compiler.compileQuery(columns.toOperationNode(), createQueryId());
  if (parameters.length > 0) throw new Error('A column holds no values of a request');
  return sql.raw(text);
}

/** A kind of rows as they are read and answered: fields of an entity, and what statements work out. */
export class Rows<Row> {
  /** The select list. */
  readonly columns: RawBuilder<unknown>;
  readonly #computed: Computed<Row>;
  /** A row with nothing in it: copies of it have one shape, as if they were written by hand. */
  readonly #blank: Record<string, unknown>;
  readonly #times: string[] = [];
  readonly #others: string[] = [];

  constructor(computed: Computed<Row>) {
    const all = Object.entries<RawBuilder<unknown> | Time<unknown>>(computed);
    for (const [name, from] of all) (from instanceof Time ? this.#times : this.#others).push(name);
    this.#computed = computed;
    this.#blank = Object.fromEntries(all.map(([name]) => [name, null]));
    this.columns = asText(
      sql.join(all.map(([name, from]) => sql`${from instanceof Time ? from.from : from} as ${sql.ref(name)}`)),
    );
  }

  /** The row of what the driver hands over, which may hold more than these columns. */
  readonly toRow = (raw: object): Row => {
    const found = raw as Record<string, unknown>;
    const row = { ...this.#blank };
    for (const name of this.#others) row[name] = found[name];
    for (const name of this.#times) row[name] = found[name] === null ? null : answerOf(found[name] as string);
    return row as Row;
  };

  /** The row of something that has its fields, like an entity that a command has just changed. */
  of(source: Row): Row {
    const row = { ...this.#blank };
    for (const name of Object.keys(row)) row[name] = source[name as keyof Row];
    return row as Row;
  }

  /** Reads `select`, these columns, and what follows them. */
  async read(em: EntityManager, rest: RawBuilder<unknown>): Promise<Row[]> {
    const { rows } = await sql<object>`select ${this.columns} ${rest}`.execute(em.getKysely());
    return rows.map(this.toRow);
  }

  /** Reads the one row there is, by its id; NOT_FOUND when there is none. */
  async one(em: EntityManager, what: string, rest: RawBuilder<unknown>): Promise<Row> {
    const [row] = await this.read(em, sql`${rest} ${ONE_PLAN}`);
    if (!row) throw notFound(what);
    return row;
  }

  /** Only these fields. */
  pick<Name extends keyof Row>(...names: Name[]): Rows<Pick<Row, Name>> {
    return new Rows(Object.fromEntries(names.map((name) => [name, this.#computed[name]])) as Computed<Pick<Row, Name>>);
  }

  /** These fields and others beside them. */
  with<More>(more: Computed<More>): Rows<Row & More> {
    return new Rows({ ...this.#computed, ...more } as Computed<Row & More>);
  }
}

/** What rows of such a kind are. */
export type RowOf<Kind> = Kind extends Rows<infer Row> ? Row : never;

/** A time that a statement works out. */
export const time = <Value extends Moment | null = Moment>(from: RawBuilder<unknown>) => new Time<Value>(from);

/** An entity as the ORM is told of it. */
interface Described<Entity> {
  class: abstract new (...args: never[]) => Entity;
  meta: { properties: object };
}

/** The names of an entity's fields but for these, which are nobody's to see. */
export const fieldsBut = <Entity, Hidden extends keyof Entity>({ meta }: Described<Entity>, ...hidden: Hidden[]) =>
  Object.keys(meta.properties).filter((name) => !hidden.some((it) => it === name)) as Exclude<
    keyof Entity & string,
    Hidden
  >[];

const naming = new UnderscoreNamingStrategy();

/**
 * Rows of an entity by some of its fields, from its table under this alias. Columns, type and mapper follow from what the
 * ORM is told of the entity, so that nothing says it a second time.
 */
export function entityRows<Entity, Name extends keyof Entity & string>(
  { meta }: Described<Entity>,
  alias: string,
  names: readonly Name[],
): Rows<Answered<Pick<Entity, Name>>> {
  const properties = meta.properties as Record<Name, { joinColumn?: string; type?: unknown }>;
  const columnOf = (name: Name) => {
    const { joinColumn, type } = properties[name];
    const from = sql.ref(`${alias}.${joinColumn ?? naming.propertyToColumnName(name)}`);
    return [name, type === DateTimeType ? new Time(from) : from];
  };
  return new Rows(Object.fromEntries(names.map(columnOf)) as Computed<Answered<Pick<Entity, Name>>>);
}
