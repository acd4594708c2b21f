import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { UNDO } from '../../contract/limits.js';
import { ChangeSetsPayload, WriteInput } from '../kernel/graphql/write.js';

@InputType({ description: 'A change set, as writes name theirs by `revisions`.' })
export class ActInput {
  @Field(() => ID, { description: 'The project.' })
  projectId!: string;

  @Field(() => Int, { description: 'Its revision.' })
  revision!: number;
}

@InputType({ description: 'Input of `undo`.' })
export class UndoInput extends WriteInput {
  @Field(() => [ActInput], {
    description: `What to take back: up to ${UNDO.acts} change sets of the last ${UNDO.days} days, of whichever projects.`,
  })
  acts!: ActInput[];
}

@ObjectType({ description: 'What `undo` answers.' })
export class UndoPayload extends ChangeSetsPayload {}
