import { DateTimeType, type EntityManager, UnderscoreNamingStrategy } from '@mikro-orm/postgresql';
import { createQueryId, PostgresQueryCompiler, type RawBuilder, sql } from 'kysely';
import { PREPARABLE } from './preparable.js';
import { notFound } from '../lib/errors.js';

/** A time: an ISO 8601 text in a row, a Date in an entity. */
export type Moment = Date | string;

export const toIso = (moment: Moment): string => (typeof moment === 'string' ? moment : moment.toISOString());

/** T with its times as they appear in entities or rows. */
type Answered<T> = { [Name in keyof T]: T[Name] extends Date | null ? Exclude<T[Name], Date> | Moment : T[Name] };

const USUAL_TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,3})?\+00$/;

/**
 * Converts the driver's time text (`2026-11-27 17:00:00.25+00`) to RFC 3339 in UTC with milliseconds, like
 * `Date.toISOString`. Going through a Date takes much longer for a page of rows.
 */
function formatTime(time: string): string {
  if (!USUAL_TIME.test(time)) return new Date(time).toISOString();
  return `${time.slice(0, 10)}T${time.slice(11, 19)}.${time.slice(20, -3).padEnd(3, '0')}Z`;
}

/** A time column, which the driver returns as text. */
class Time<Value> {
  constructor(
    readonly from: RawBuilder<unknown>,
    /** Only there for the type. */
    readonly value?: Value,
  ) {}
}

/** Computed columns by name; times by `time`. */
export type Computed<Row> = { readonly [Name in keyof Row]: RawBuilder<Row[Name]> | Time<Row[Name]> };

const compiler = new PostgresQueryCompiler();

/** Compiles the columns once, so that statements with many columns are built quickly. */
function asText(columns: RawBuilder<unknown>): RawBuilder<unknown> {
  const { sql: text, parameters } = compiler.compileQuery(columns.toOperationNode(), createQueryId());
  if (parameters.length > 0) throw new Error('A column holds no values of a request');
  return sql.raw(text);
}

/** A row type: its select list and its mapper, from entity fields and computed columns. */
export class Rows<Row> {
  /** The select list. */
  readonly columns: RawBuilder<unknown>;
  readonly #computed: Computed<Row>;
  /** Copies of one blank row share a hidden class, which makes them as fast as an object literal. */
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

  /** Maps a raw row of the driver, which can have more columns. */
  readonly toRow = (raw: object): Row => {
    const found = raw as Record<string, unknown>;
    const row = { ...this.#blank };
    for (const name of this.#others) row[name] = found[name];
    for (const name of this.#times) row[name] = found[name] === null ? null : formatTime(found[name] as string);
    return row as Row;
  };

  /** Picks this row's fields from an object, such as an entity that a command has just changed. */
  of(source: Row): Row {
    const row = { ...this.#blank };
    for (const name of Object.keys(row)) row[name] = source[name as keyof Row];
    return row as Row;
  }

  /** Runs `select <columns> <rest>`. */
  async read(em: EntityManager, rest: RawBuilder<unknown>): Promise<Row[]> {
    const { rows } = await sql<object>`select ${this.columns} ${rest}`.execute(em.getKysely());
    return rows.map(this.toRow);
  }

  /** Returns the only row. Throws NOT_FOUND if there is none. */
  async one(em: EntityManager, what: string, rest: RawBuilder<unknown>): Promise<Row> {
    const [row] = await this.read(em, sql`${rest} ${PREPARABLE}`);
    if (!row) throw notFound(what);
    return row;
  }

  pick<Name extends keyof Row>(...names: Name[]): Rows<Pick<Row, Name>> {
    return new Rows(Object.fromEntries(names.map((name) => [name, this.#computed[name]])) as Computed<Pick<Row, Name>>);
  }

  with<More>(more: Computed<More>): Rows<Row & More> {
    return new Rows({ ...this.#computed, ...more } as Computed<Row & More>);
  }
}

/** Reads rows as `read` does, by their ids. */
export const readById = async <Row extends { id: string }>(
  rows: Rows<Row>,
  em: EntityManager,
  rest: RawBuilder<unknown>,
): Promise<Map<string, Row>> => new Map((await rows.read(em, rest)).map((row) => [row.id, row]));

export type RowOf<Kind> = Kind extends Rows<infer Row> ? Row : never;

/** A computed time column. */
export const time = <Value extends Moment | null = Moment>(from: RawBuilder<unknown>) => new Time<Value>(from);

/** The part of MikroORM's entity definition that is used here. */
interface EntityDefinition<Entity> {
  class: abstract new (...args: never[]) => Entity;
  meta: { properties: object };
}

/** Returns an entity's field names except the hidden ones. */
export const fieldNamesExcept = <Entity, Hidden extends keyof Entity>(
  { meta }: EntityDefinition<Entity>,
  ...hidden: Hidden[]
) =>
  Object.keys(meta.properties).filter((name) => !hidden.some((it) => it === name)) as Exclude<
    keyof Entity & string,
    Hidden
  >[];

const naming = new UnderscoreNamingStrategy();

/** Rows with some of an entity's fields, under a table alias. Columns, types and mapper come from the ORM's metadata. */
export function entityRows<Entity, Name extends keyof Entity & string>(
  { meta }: EntityDefinition<Entity>,
  alias: string,
  names: readonly Name[],
): Rows<Answered<Pick<Entity, Name>>> {
  const properties = meta.properties as Record<Name, { joinColumn?: string; type?: unknown }>;
  const toColumn = (name: Name) => {
    const { joinColumn, type } = properties[name];
    const from = sql.ref(`${alias}.${joinColumn ?? naming.propertyToColumnName(name)}`);
    return [name, type === DateTimeType ? new Time(from) : from];
  };
  return new Rows(Object.fromEntries(names.map(toColumn)) as Computed<Answered<Pick<Entity, Name>>>);
}
