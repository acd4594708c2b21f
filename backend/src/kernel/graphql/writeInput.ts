import { Arg, type ClassType, Field, InputType } from 'type-graphql';
import { LIMITS } from '../../../contract/limits.js';

/** What every input of a write to a project may carry. */
@InputType()
export class WriteInput {
  @Field(() => String, {
    nullable: true,
    description:
      `An id you choose for this write (1 to ${LIMITS.mutationIdMax} visible ASCII characters). Sent again with the same ` +
      'input within 30 days, ' +
      'it is not done twice; with another input it is a CONFLICT. The write’s change set in the feed carries it.',
  })
  mutationId?: string | null;
}

/** The one argument of a write, `input`, and what it says. */
export const Input = (type: ClassType<WriteInput>, description: string) => Arg('input', () => type, { description });
