import { ObjectType } from 'type-graphql';
import { UNDO } from '../../contract/limits.js';
import { actSchema, undoSchema } from '../../contract/undo.js';
import { inputObjectOf, inputOf } from '../platform/graphql/inputOf.js';
import { ChangeSetsPayload } from '../platform/graphql/write.js';

const ActInput = inputObjectOf('ActInput', 'A change set, as in the `revisions` of a write.', {
  schema: actSchema,
  descriptions: { projectId: 'The project.', revision: 'Its revision.' },
});

export const UndoInput = inputOf('Undo', {
  schema: undoSchema,
  descriptions: {
    acts: {
      type: [ActInput],
      description: `Up to ${UNDO.acts} change sets of the last ${UNDO.days} days, of any projects.`,
    },
  },
});

@ObjectType({ description: 'Payload of `undo`.' })
export class UndoPayload extends ChangeSetsPayload {}
