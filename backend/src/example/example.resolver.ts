import { Ctx, Mutation, Resolver } from 'type-graphql';
import { createExampleProjectSchema } from '../../contract/projects.js';
import { inputOf } from '../platform/graphql/inputOf.js';
import { Input, payloadOf, type WriteInput } from '../platform/graphql/write.js';
import { ProjectWrittenType } from '../projects/project.types.js';
import type { Context } from '../request/context.js';
import { createExampleProject } from './example.service.js';

const CreateExampleProjectInput = inputOf('CreateExampleProject', {
  schema: createExampleProjectSchema,
  descriptions: { id: 'A UUID that you choose for the project, so that a repeat is recognized.' },
});
const CreateExampleProjectPayload = payloadOf('CreateExampleProject', ProjectWrittenType);

@Resolver()
export class ExampleResolver {
  @Mutation(() => CreateExampleProjectPayload, {
    description:
      'Creates a small project to try things out, with tasks that are due around today. No one is notified of it, and it ' +
      'can have no other members. `deleteProject` removes it. CONFLICT if you have one.',
  })
  createExampleProject(@Input(CreateExampleProjectInput, 'The new project.') input: WriteInput, @Ctx() ctx: Context) {
    return createExampleProject(ctx, input);
  }
}
