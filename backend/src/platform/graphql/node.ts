import { Field, ID, InterfaceType } from 'type-graphql';

export interface TypedRow {
  __typename: string;
}

/** Relay's Global Object Identification: an object that can be refetched by its id alone. */
@InterfaceType('Node', {
  description: 'An object that `node` and `nodes` find by its id. Ids are unique across types.',
})
export abstract class Node {
  @Field(() => ID, { description: 'UUID.' })
  id!: string;
}
