import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { IMPORTS } from '../../contract/limits.js';
import { orNull } from '../platform/graphql/describe.js';
import { type IdInput, Input, type WriteInput } from '../platform/graphql/write.js';
import type { Context } from '../request/context.js';
import type { TaskRow } from '../tasks/task.reads.js';
import { TaskType } from '../tasks/task.types.js';
import { readOrigin } from './import.reads.js';
import { getImport, listImports, startImport, stopImport, undoImport } from './import.service.js';
import {
  ImportType,
  StartImportInput,
  StartImportPayload,
  StopImportInput,
  StopImportPayload,
  TaskOriginType,
  UndoImportInput,
  UndoImportPayload,
} from './import.types.js';

@Resolver()
export class ImportResolver {
  @Query(() => [ImportType], {
    description: `Your imports of the last ${IMPORTS.keptDays} days, newest first; at most 50.`,
  })
  imports(@Ctx() ctx: Context) {
    return listImports(ctx);
  }

  @Query(() => ImportType, orNull('One of your imports; NOT_FOUND if there is none or it is no longer kept.'))
  import(@Arg('id', () => ID, { description: 'The import.' }) id: string, @Ctx() ctx: Context) {
    return getImport(ctx, id);
  }

  @Mutation(() => StartImportPayload, {
    description:
      'Starts an import of a file or, by default, a dry run of it. The file is sent to its `uploadUrl`. It runs in your name, ' +
      'and no one is notified. CONFLICT while another import of yours is running.',
  })
  startImport(@Input(StartImportInput, 'What is imported, and where it goes.') input: WriteInput, @Ctx() ctx: Context) {
    return startImport(ctx, input);
  }

  @Mutation(() => StopImportPayload, { description: 'Stops an import. What it has made stays.' })
  stopImport(@Input(StopImportInput, 'Which one.') input: IdInput, @Ctx() ctx: Context) {
    return stopImport(ctx, input.id);
  }

  @Mutation(() => UndoImportPayload, {
    description:
      'Moves what an import has made to the trash, in the background. What was changed since stays, and the report lists it. ' +
      'A project that it made and no one has changed is deleted with it.',
  })
  undoImport(@Input(UndoImportInput, 'Which one.') input: IdInput, @Ctx() ctx: Context) {
    return undoImport(ctx, input.id);
  }
}

@Resolver(() => TaskType)
export class TaskOriginFields {
  @FieldResolver(() => TaskOriginType, orNull('Where it was imported from; null if it was made here.'))
  origin(@Root() task: TaskRow, @Ctx() ctx: Context) {
    return readOrigin(ctx, task.id);
  }
}
