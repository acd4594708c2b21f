import { Field, ID, InterfaceType } from 'type-graphql';

/** A row that says what it is. */
export interface TypedRow {
  __typename: string;
}

/** Relay's Global Object Identification: what can be read anew by its id alone, whatever it is. */
@InterfaceType('Node', {
  description: 'An object that `node` and `nodes` find by its id; ids of different kinds differ.',
})
export abstract class Node {
  @Field(() => ID, { description: 'UUID.' })
  id!: string;
}
