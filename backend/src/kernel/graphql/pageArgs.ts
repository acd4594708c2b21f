import { ArgsType, Field, Int } from 'type-graphql';
import { LIMITS } from '../../../contract/limits.js';

/** The paging arguments of every list. */
@ArgsType()
export class PageArgsType {
  @Field(() => Int, {
    nullable: true,
    description: `How many rows: 1 to ${LIMITS.pageMax}; ${LIMITS.pageDefault} unless told.`,
  })
  first?: number | null;

  @Field(() => String, { nullable: true, description: 'The cursor of the row to go on after.' })
  after?: string | null;
}
