import { Ctx, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../request/context.js';
import { Input, type WriteInput } from '../platform/graphql/write.js';
import { undo } from './undo.service.js';
import { UndoInput, UndoPayload } from './undo.types.js';

@Resolver()
export class UndoResolver {
  @Mutation(() => UndoPayload, {
    description:
      'Undoes change sets as one, all or nothing, no matter who made them, if you may make the same changes by hand. ' +
      'CONFLICT if an object has changed since, or others have added to an object that would be deleted: ' +
      '`data.conflicts` has the object (`entity`, `id`, `field`), the value that the change set left (`mine`), the ' +
      'present value (`now`) and its author (`by`). To redo them, undo the change sets of the payload. It sends no ' +
      'notifications and removes unread ones of the undone change sets.',
  })
  undo(@Input(UndoInput, 'The change sets.') input: WriteInput, @Ctx() ctx: Context) {
    return undo(ctx, input);
  }
}
