import { Arg, type ClassType, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { LIMITS } from '../../../contract/limits.js';

const nameOfWrite = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** The name of a write, for an input that has its other fields from elsewhere. */
export const MutationId = (): PropertyDecorator =>
  Field(() => String, {
    nullable: true,
    description:
      `An id you choose for this write (1 to ${LIMITS.mutationIdMax} visible ASCII characters). Sent again with the same ` +
      'input within 30 days, ' +
      'it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it.',
  });

/** What every input of a write to a project may carry. */
@InputType()
export class WriteInput {
  @MutationId()
  mutationId?: string | null;
}

/** The input of a write to one object, named by its id. */
export interface IdInput extends WriteInput {
  id: string;
}

/** Such an input; `name` is the write's, in capitals, and `what` says which object. */
export function idInputOf(name: string, what: string) {
  @InputType(`${name}Input`, { description: `Input of \`${nameOfWrite(name)}\`.` })
  class Named extends WriteInput {
    @Field(() => ID, { description: what })
    id!: string;
  }
  return Named;
}

/** The one argument of a write, `input`, and what it says. */
export const Input = (type: ClassType<WriteInput>, description: string) => Arg('input', () => type, { description });

@ObjectType({
  description: 'Where a project stands: a position in its log, and the name of the change set that led there.',
})
export class ProjectRevision {
  @Field(() => ID, { description: 'The project.' })
  projectId!: string;

  @Field(() => Int, { description: 'Its revision.' })
  revision!: number;
}

/** What every write to projects answers. */
@ObjectType()
export abstract class ChangeSetsPayload {
  @Field(() => [ProjectRevision], {
    description:
      'The change sets that this write left: one of each project in which it changed something. `undo` takes them.',
  })
  revisions!: ProjectRevision[];
}

/** What every write to one project answers. */
@ObjectType()
export abstract class RevisionPayload extends ChangeSetsPayload {
  @Field(() => Int, { description: 'The project’s revision after this write.' })
  revision!: number;
}

/** The payload of a write that answers no more than `Answered` says; `name` is the write's, in capitals. */
export function payloadOf(name: string, Answered: abstract new () => object) {
  @ObjectType(`${name}Payload`, { description: `What \`${nameOfWrite(name)}\` answers.` })
  class Payload extends Answered {}
  return Payload;
}
