import { ArgsType, type ClassType, Field, Int, ObjectType } from 'type-graphql';
import { LIMITS } from '../../../contract/limits.js';
import type { MaybePromise } from '../loaders.js';
import type { Page } from '../page.js';

/** The paging arguments of every list. */
@ArgsType()
export class PageArgsType {
  @Field(() => Int, {
    nullable: true,
    description: `How many rows, from the front: 1 to ${LIMITS.pageMax}; ${LIMITS.pageDefault} unless told.`,
  })
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'The cursor of the row to go on after.' })
  after?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: `How many rows, from the end, in the same order: 1 to ${LIMITS.pageMax}; not together with \`first\`.`,
  })
  last?: number | null;

  @Field(() => String, { nullable: true, description: 'The cursor of the row to end before.' })
  before?: string | null;
}

// What takes a look at other rows is a promise, which compiled queries (graphql/compiled.ts) take from a resolver alone.
const LOOKED_UP = { simple: false };

/** Relay's PageInfo (GraphQL Cursor Connections Specification). */
@ObjectType({ description: 'Where a page of a connection stands in the whole list.' })
export class PageInfo {
  @Field(() => Boolean, { description: 'Are there rows after these?', ...LOOKED_UP })
  hasNextPage!: MaybePromise<boolean>;

  @Field(() => Boolean, { description: 'Are there rows before these?', ...LOOKED_UP })
  hasPreviousPage!: MaybePromise<boolean>;

  @Field(() => String, { nullable: true, description: 'Cursor of the first row; null on an empty page.' })
  startCursor!: string | null;

  @Field(() => String, { nullable: true, description: 'Cursor of the last row, to ask for the next page `after` it.' })
  endCursor!: string | null;
}

/** A page of rows as a Relay connection; edges and the count are made only when asked for. */
export class Connection<Row> {
  constructor(private readonly page: Page<Row>) {}

  get nodes(): Row[] {
    return this.page.rows;
  }

  get edges(): { cursor: string; node: Row }[] {
    const { rows, cursorAt } = this.page;
    return rows.map((node, index) => ({ cursor: cursorAt(index) ?? '', node }));
  }

  get pageInfo(): PageInfo {
    const { hasNextPage, hasPreviousPage, cursorAt } = this.page;
    return {
      get hasNextPage() {
        return hasNextPage();
      },
      get hasPreviousPage() {
        return hasPreviousPage();
      },
      startCursor: cursorAt(0),
      endCursor: cursorAt(-1),
    };
  }

  get totalCount(): Promise<number> {
    return this.page.totalCount();
  }
}

/** The GraphQL type of a connection of `node`, with its edge type. */
export function connectionOf(node: () => ClassType, name: string, many: string) {
  @ObjectType(`${name}Edge`, { description: `A row of a list of ${many} with its cursor.` })
  class Edge {
    @Field(() => String, { description: 'Opaque; for `after` and `before`.' })
    cursor!: string;

    @Field(node, { description: 'The row.' })
    node!: object;
  }

  @ObjectType(`${name}Connection`, { description: `A page of a list of ${many}.` })
  class ConnectionType {
    @Field(() => [node()], { description: 'The rows, for when no cursor of a single one is needed.' })
    nodes!: object[];

    @Field(() => [Edge], { description: 'The rows with their cursors.' })
    edges!: Edge[];

    @Field(() => PageInfo, { description: 'Where this page stands.' })
    pageInfo!: PageInfo;

    @Field(() => Int, { description: 'How many rows the whole list has; counted only when asked for.', ...LOOKED_UP })
    totalCount!: number;
  }
  return ConnectionType;
}
