import { Field, Int, ObjectType } from 'type-graphql';

/** What every write to one project answers. */
@ObjectType()
export abstract class RevisionPayload {
  @Field(() => Int, { description: 'The project’s revision after this write.' })
  revision!: number;
}

/** The payload of a write that answers no more than `Answered` says; `name` is the write's, in capitals. */
export function payloadOf(name: string, Answered: abstract new () => object) {
  @ObjectType(`${name}Payload`, { description: `What \`${name.charAt(0).toLowerCase()}${name.slice(1)}\` answers.` })
  class Payload extends Answered {}
  return Payload;
}
