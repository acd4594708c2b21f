import 'reflect-metadata';
import { Arg, type ClassType, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { LIMITS } from '../../../contract/limits.js';

/** Converts a capitalized write name, as inputs and payloads start with, to the mutation's name. */
export const toWriteName = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** The base of the input of every write to a project. */
@InputType()
export class WriteInput {
  @Field(() => String, {
    nullable: true,
    description:
      `An id that you choose for this write (1 to ${LIMITS.mutationIdMax} visible ASCII characters). If you send it again with the same ` +
      'input within 30 days, the write is not repeated; with a different input ' +
      'it is a CONFLICT. The write’s change set in the feed contains it.',
  })
  mutationId?: string | null;
}

/** The input of a write to objects named by these id fields; the service parses the rest. */
export type InputWith<Id extends string> = WriteInput & Readonly<Record<Id, string>>;
export type IdInput = InputWith<'id'>;

/** The `input` argument of a write. */
export const Input = (type: ClassType<WriteInput>, description: string) => Arg('input', () => type, { description });

@ObjectType({
  description: 'A revision of a project: a position in its log, and the id of the change set that led to it.',
})
export class ProjectRevision {
  @Field(() => ID, { description: 'The project.' })
  projectId!: string;

  @Field(() => Int, { description: 'The revision.' })
  revision!: number;
}

/** The base of the payload of writes to any number of projects. */
@ObjectType()
export abstract class ChangeSetsPayload {
  @Field(() => [ProjectRevision], {
    description: 'The change sets of this write, one for each project that it changed. Pass them to `undo`.',
  })
  revisions!: ProjectRevision[];
}

/** The base of the payload of a write to one project. */
@ObjectType()
export abstract class RevisionPayload extends ChangeSetsPayload {
  @Field(() => Int, { description: 'The project’s revision after this write.' })
  revision!: number;
}

/** The description of an id, or a field of another type. */
type PayloadField = string | { type: object; nullable?: boolean; description: string };
type PayloadFields = Readonly<Record<string, PayloadField>>;

/** Defines the payload of a write, with the fields of a class or with its own; `name` is the write's name, capitalized. */
export function payloadOf(name: string, answered: PayloadFields | (abstract new () => object)) {
  const [Base, fields] = typeof answered === 'function' ? [answered, {}] : [Object, answered];
  class Payload extends Base {}
  for (const [field, given] of Object.entries<PayloadField>(fields)) {
    const { type, ...options } = typeof given === 'string' ? { type: ID, description: given } : given;
    Field(() => type, options)(Payload.prototype, field);
  }
  ObjectType(`${name}Payload`, { description: `Payload of \`${toWriteName(name)}\`.` })(Payload);
  return Payload;
}
