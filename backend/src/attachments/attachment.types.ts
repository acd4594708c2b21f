import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { beginUploadSchema, renameAttachmentSchema, setCoverSchema } from '../../contract/attachments.js';
import { ATTACHMENTS } from '../../contract/limits.js';
import { orNull } from '../platform/graphql/describe.js';
import { idInputOf, inputOf } from '../platform/graphql/inputOf.js';
import { oneTo } from '../platform/graphql/limitWords.js';
import { payloadOf, RevisionPayload } from '../platform/graphql/write.js';
import { TaskWrittenType } from '../tasks/task.types.js';
import type { Moment } from '../platform/database/rows.js';

const NAME = `${oneTo(ATTACHMENTS.nameMax)}, without folders.`;

@ObjectType('Attachment', { description: 'A file of a task.' })
export class AttachmentType {
  @Field(() => ID, { description: 'UUID.' })
  id!: string;

  @Field(() => ID, { description: 'The task.' })
  taskId!: string;

  @Field(() => ID, { description: 'The project of the task.' })
  projectId!: string;

  @Field(() => String, { description: NAME })
  name!: string;

  @Field(() => String, {
    description: 'Its media type, read from its content; `application/octet-stream` if that is not known.',
  })
  type!: string;

  @Field(() => Float, { description: 'Its size in bytes.' })
  size!: number;

  @Field(() => Int, orNull('Of a picture, its width in pixels; null if it is not known.'))
  width!: number | null;

  @Field(() => Int, orNull('Of a picture, its height in pixels; null if it is not known.'))
  height!: number | null;

  @Field(() => Boolean, { description: 'Whether it is shown on the card of its task.' })
  isCover!: boolean;

  @Field(() => ID, { description: 'Who attached it.' })
  creatorId!: string;

  @Field(() => GraphQLDateTimeISO, { description: 'When it was attached.' })
  createdAt!: Moment;

  @Field(() => Int, { description: 'The project’s revision at its last change.' })
  version!: number;
}

@ObjectType()
export abstract class AttachmentWrittenType extends RevisionPayload {
  @Field(() => AttachmentType, { description: 'The attachment as it is now.' })
  attachment!: AttachmentType;
}

export const RenameAttachmentPayload = payloadOf('RenameAttachment', AttachmentWrittenType);

@ObjectType({ description: 'Payload of `deleteAttachment`.' })
export class DeleteAttachmentPayload extends RevisionPayload {
  @Field(() => ID, { description: 'The id of the deleted attachment.' })
  attachmentId!: string;

  @Field(() => ID, { description: 'The task it belonged to.' })
  taskId!: string;
}

@ObjectType({ description: 'Payload of `beginUpload`.' })
export class BeginUploadPayload {
  @Field(() => String, {
    description: 'The address, on this server, to which the file is sent as the body of a POST, with the same token.',
  })
  url!: string;

  @Field(() => Float, {
    description:
      'How many bytes are there of a cut upload with this id. The rest is sent with `Content-Range: bytes FROM-TO/SIZE`.',
  })
  received!: number;
}

export const CreateFileTicketPayload = payloadOf('CreateFileTicket', {
  url: { type: String, description: 'An address, on this server, that needs no token.' },
  expiresAt: { type: GraphQLDateTimeISO, description: `When it ends: after ${ATTACHMENTS.ticketSeconds} seconds.` },
});

export const BeginUploadInput = inputOf('BeginUpload', {
  schema: beginUploadSchema,
  descriptions: {
    id: 'A UUID that you choose for the attachment. With it, an upload that was cut is continued within a day.',
    taskId: 'The task to which the file is attached.',
    name: NAME,
    size: 'Its size in bytes. A file that is too large is refused before it is sent.',
  },
});

export const SetCoverInput = inputOf('SetCover', {
  ids: { id: 'The task.' },
  schema: setCoverSchema,
  descriptions: { attachmentId: 'One of the task’s files; null for none.' },
});

export const SetCoverPayload = payloadOf('SetCover', TaskWrittenType);

export const RenameAttachmentInput = inputOf('RenameAttachment', {
  ids: { id: 'The attachment.' },
  schema: renameAttachmentSchema,
  descriptions: {
    name: NAME,
    version: 'The version this change was made from. CONFLICT if someone else has renamed it since then.',
  },
});

export const DeleteAttachmentInput = idInputOf('DeleteAttachment', 'The attachment to delete.');
export const CreateFileTicketInput = idInputOf('CreateFileTicket', 'The attachment.');
