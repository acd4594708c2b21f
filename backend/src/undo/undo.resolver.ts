import { Ctx, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../kernel/context.js';
import { Input } from '../kernel/graphql/write.js';
import { undo } from './undo.service.js';
import { UndoInput, UndoPayload } from './undo.types.js';

@Resolver()
export class UndoResolver {
  @Mutation(() => UndoPayload, {
    description:
      'Takes acts back as one, all or nothing, whoever did them, where you may do the same by hand. CONFLICT where ' +
      'something is not as they left it, or others have added to what they made: `data.conflicts` says what (`entity`, ' +
      '`id`, `field`), what the act left (`mine`), what stands there now (`now`) and by whom (`by`). To do them again, ' +
      'undo what this leaves. Nobody is told anew, and what they were told and have not read goes.',
  })
  undo(@Input(UndoInput, 'What to take back.') input: UndoInput, @Ctx() ctx: Context) {
    return undo(ctx, input);
  }
}
