import { ArgsType, type ClassType, Field, Int, ObjectType } from 'type-graphql';
import { LIMITS } from '../../../contract/limits.js';
import type { MaybePromise } from '../../request/loaders.js';
import type { Page } from '../../request/page.js';
import { orNull } from './describe.js';

/** The paging arguments of every list. */
@ArgsType()
export class PageArgsType {
  @Field(() => Int, {
    nullable: true,
    description: `The number of rows from the start: 1 to ${LIMITS.pageMax}, ${LIMITS.pageDefault} by default.`,
  })
  first?: number | null;

  @Field(() => String, orNull('The cursor after which the page starts.'))
  after?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: `The number of rows from the end, in the same order: 1 to ${LIMITS.pageMax}; cannot be combined with \`first\`.`,
  })
  last?: number | null;

  @Field(() => String, orNull('The cursor before which the page ends.'))
  before?: string | null;
}

// These fields return promises because they query further rows; compiled queries (api/graphql/compiled.ts) accept those from resolvers only.
const ASYNC = { simple: false };

/** Relay's PageInfo (GraphQL Cursor Connections Specification). */
@ObjectType({ description: 'The position of a page in the whole list.' })
export class PageInfo {
  @Field(() => Boolean, { description: 'Whether there are rows after this page.', ...ASYNC })
  hasNextPage!: MaybePromise<boolean>;

  @Field(() => Boolean, { description: 'Whether there are rows before this page.', ...ASYNC })
  hasPreviousPage!: MaybePromise<boolean>;

  @Field(() => String, orNull('The cursor of the first row; null on an empty page.'))
  startCursor!: string | null;

  @Field(() => String, orNull('The cursor of the last row; pass it as `after` to get the next page.'))
  endCursor!: string | null;
}

/** A page of rows as a Relay connection; edges and the count are computed on demand. */
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

/** Defines the GraphQL connection type of `node`, with its edge type. */
export function connectionOf(node: () => ClassType, name: string, many: string) {
  @ObjectType(`${name}Edge`, { description: `A row of a list of ${many} with its cursor.` })
  class Edge {
    @Field(() => String, { description: 'An opaque cursor for `after` and `before`.' })
    cursor!: string;

    @Field(node, { description: 'The row.' })
    node!: object;
  }

  @ObjectType(`${name}Connection`, { description: `A page of a list of ${many}.` })
  class ConnectionType {
    @Field(() => [node()], { description: 'The rows without their cursors.' })
    nodes!: object[];

    @Field(() => [Edge], { description: 'The rows with their cursors.' })
    edges!: Edge[];

    @Field(() => PageInfo, { description: 'The position of this page in the list.' })
    pageInfo!: PageInfo;

    @Field(() => Int, { description: 'The number of rows in the whole list; counted only on request.', ...ASYNC })
    totalCount!: number;
  }
  return ConnectionType;
}
