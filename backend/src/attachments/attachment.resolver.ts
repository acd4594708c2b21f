import { Ctx, FieldResolver, ID, Int, Mutation, Resolver, Root } from 'type-graphql';
import { ATTACHMENTS } from '../../contract/limits.js';
import { orNull } from '../platform/graphql/describe.js';
import { type IdInput, Input, type WriteInput } from '../platform/graphql/write.js';
import type { Context } from '../request/context.js';
import { getFileFacts, type TaskRow } from '../tasks/task.reads.js';
import { TaskType } from '../tasks/task.types.js';
import { userLoader } from '../users/user.reads.js';
import { UserType } from '../users/user.types.js';
import { fileUrl, thumbnailUrl } from './attachment.presenter.js';
import { type AttachmentRow, readAttachments, readCover } from './attachment.reads.js';
import { beginUpload, createFileTicket, deleteAttachment, renameAttachment } from './attachment.service.js';
import { setCover } from './cover.service.js';
import {
  AttachmentType,
  BeginUploadInput,
  BeginUploadPayload,
  CreateFileTicketInput,
  CreateFileTicketPayload,
  DeleteAttachmentInput,
  DeleteAttachmentPayload,
  RenameAttachmentInput,
  RenameAttachmentPayload,
  SetCoverInput,
  SetCoverPayload,
} from './attachment.types.js';

@Resolver()
export class AttachmentResolver {
  @Mutation(() => BeginUploadPayload, {
    description: 'Says where a file for a task is sent to, after checking that it may be. It changes nothing.',
  })
  beginUpload(@Input(BeginUploadInput, 'The task and the file.') input: WriteInput, @Ctx() ctx: Context) {
    return beginUpload(ctx, input);
  }

  @Mutation(() => SetCoverPayload, { description: 'Shows one of a task’s files on its card, or none.' })
  setCover(@Input(SetCoverInput, 'The task and its file.') input: IdInput, @Ctx() ctx: Context) {
    return setCover(ctx, input.id, input);
  }

  @Mutation(() => RenameAttachmentPayload, { description: 'Renames an attachment.' })
  renameAttachment(
    @Input(RenameAttachmentInput, 'The attachment and its new name.') input: IdInput,
    @Ctx() ctx: Context,
  ) {
    return renameAttachment(ctx, input.id, input);
  }

  @Mutation(() => DeleteAttachmentPayload, { description: 'Deletes an attachment from its task.' })
  deleteAttachment(@Input(DeleteAttachmentInput, 'The attachment to delete.') input: IdInput, @Ctx() ctx: Context) {
    return deleteAttachment(ctx, input.id);
  }

  @Mutation(() => CreateFileTicketPayload, {
    description:
      'Creates an address at which a browser can read an attachment for a minute, as long as the session lasts.',
  })
  createFileTicket(@Input(CreateFileTicketInput, 'The attachment.') input: IdInput, @Ctx() ctx: Context) {
    return createFileTicket(ctx, input.id);
  }
}

@Resolver(() => TaskType)
export class TaskAttachmentFields {
  @FieldResolver(() => [AttachmentType], {
    description: `Its files, oldest first: up to ${ATTACHMENTS.perTask}.`,
  })
  attachments(@Root() task: TaskRow, @Ctx() ctx: Context) {
    return readAttachments(ctx, task);
  }

  @FieldResolver(() => AttachmentType, orNull('The file that is shown on its card.'))
  cover(@Root() task: TaskRow, @Ctx() ctx: Context) {
    return readCover(ctx, task);
  }

  @FieldResolver(() => ID, orNull('The file that is shown on its card.'))
  async coverId(@Root() task: TaskRow, @Ctx() ctx: Context): Promise<string | null> {
    return (await getFileFacts(ctx, task)).coverId;
  }

  @FieldResolver(() => Int, { description: 'How many files it has.' })
  async attachmentCount(@Root() task: TaskRow, @Ctx() ctx: Context): Promise<number> {
    return (await getFileFacts(ctx, task)).attachmentCount;
  }
}

@Resolver(() => AttachmentType)
export class AttachmentFields {
  @FieldResolver(() => String, {
    description:
      'Its address on this server. It needs the token of a request, or a ticket of `createFileTicket`. Ranges are answered.',
  })
  url(@Root() attachment: AttachmentRow) {
    return fileUrl(attachment);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      `The address of a small picture, in WebP with sides of up to ${ATTACHMENTS.thumbnailSize} pixels; null if it is no ` +
      'PNG, JPEG or WebP that can be read.',
  })
  thumbnailUrl(@Root() attachment: AttachmentRow) {
    return thumbnailUrl(attachment);
  }

  @FieldResolver(() => UserType, { description: 'Who attached it.' })
  creator(@Root() { creatorId }: AttachmentRow, @Ctx() ctx: Context) {
    return userLoader(ctx).get(creatorId);
  }
}
