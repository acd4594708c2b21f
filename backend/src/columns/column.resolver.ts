import { Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import { COLUMNS } from '../../contract/limits.js';
import { type IdInput, Input, type InputWith } from '../platform/graphql/write.js';
import type { ProjectRow } from '../projects/project.reads.js';
import { ProjectType } from '../projects/project.types.js';
import type { Context } from '../request/context.js';
import { refuseManageColumns } from './column.policy.js';
import { readColumns } from './column.reads.js';
import { createColumn, deleteColumn, moveColumn, updateColumn } from './column.service.js';
import {
  ColumnType,
  CreateColumnInput,
  CreateColumnPayload,
  DeleteColumnInput,
  DeleteColumnPayload,
  MoveColumnInput,
  MoveColumnPayload,
  UpdateColumnInput,
  UpdateColumnPayload,
} from './column.types.js';

@Resolver(() => ProjectType)
export class ProjectColumnFields {
  @FieldResolver(() => [ColumnType], {
    description: `The columns of its board, in order: at least one for each status, up to ${COLUMNS.max}.`,
  })
  columns(@Root() project: ProjectRow, @Ctx() ctx: Context) {
    return readColumns(ctx, project.id);
  }

  @FieldResolver(() => Boolean, { description: 'Whether you can change its columns.' })
  viewerCanManageColumns(@Root() project: ProjectRow): boolean {
    return project.archivedAt === null && refuseManageColumns(project.viewerRole) === null;
  }
}

@Resolver()
export class ColumnResolver {
  @Mutation(() => CreateColumnPayload, { description: 'Adds a column to a project. OWNER only.' })
  createColumn(
    @Input(CreateColumnInput, 'The project and the new column.') input: InputWith<'projectId'>,
    @Ctx() ctx: Context,
  ) {
    return createColumn(ctx, input.projectId, input);
  }

  @Mutation(() => UpdateColumnPayload, {
    description: 'Changes the name, the color or the limit of a column, or hides it. OWNER only.',
  })
  updateColumn(@Input(UpdateColumnInput, 'The column and the change.') input: IdInput, @Ctx() ctx: Context) {
    return updateColumn(ctx, input.id, input);
  }

  @Mutation(() => MoveColumnPayload, { description: 'Moves a column to a place on the board. OWNER only.' })
  moveColumn(@Input(MoveColumnInput, 'The column and its new place.') input: IdInput, @Ctx() ctx: Context) {
    return moveColumn(ctx, input.id, input);
  }

  @Mutation(() => DeleteColumnPayload, {
    description:
      'Deletes a column and moves its tasks to another one of the same status. The last column of a status cannot be deleted. OWNER only.',
  })
  deleteColumn(
    @Input(DeleteColumnInput, 'The column, and the one that gets its tasks.') input: IdInput,
    @Ctx() ctx: Context,
  ) {
    return deleteColumn(ctx, input.id, input);
  }
}
