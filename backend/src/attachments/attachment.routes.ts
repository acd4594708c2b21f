import { ATTACHMENTS } from '../../contract/limits.js';
import { call, listOf, objectOf, readOne, write, type Row } from '../request/restRow.js';
import { getTask } from '../tasks/task.service.js';
import { presentAttachment } from './attachment.presenter.js';
import { readAttachments } from './attachment.reads.js';
import { attachFile } from './attachment.service.js';

export const attachmentRoutes: readonly Row[] = [
  call('get', '/tasks/:id/attachments', 'task', {
    summary: 'The files of a task',
    operationId: 'taskAttachments',
    description: `The files of a task, oldest first: up to ${ATTACHMENTS.perTask}, on one page.`,
    answer: listOf('Attachment'),
    run: async (ctx, { params }) =>
      (await readAttachments(ctx, await getTask(ctx, params['id']))).map((attachment) =>
        presentAttachment(ctx, attachment),
      ),
  }),
  call('post', '/tasks/:id/attachments', null, {
    status: 201,
    summary: 'Attach a file to a task',
    operationId: 'attachFile',
    closedField: 'beginUpload',
    description:
      'Attaches the body of the request to a task. Its size is limited by `ATTACHMENT_MAX_MB` of the server. It is stored ' +
      'while it arrives, and the request fails after 30 seconds without data. If it was cut, `POST /uploads` with the same ' +
      '`id` says how many bytes are there; the rest is sent with `Content-Range: bytes FROM-TO/SIZE`.',
    upload: { bytes: ATTACHMENTS.maxMb * 1024 * 1024, types: ['application/octet-stream'], isStreamed: true },
    query: [
      {
        name: 'name',
        schema: { type: 'string', maxLength: ATTACHMENTS.nameMax },
        required: true,
        description: 'The name of the file, without folders.',
      },
      {
        name: 'id',
        schema: { type: 'string', format: 'uuid' },
        description: 'A UUID that you choose for the attachment.',
      },
    ],
    answer: objectOf('Attachment'),
    refuses: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'UNAVAILABLE'],
    run: async (ctx, { params, query, stream }) =>
      presentAttachment(
        ctx,
        await attachFile(ctx, params['id'], { name: readOne(query, 'name'), id: readOne(query, 'id') }, stream()),
      ),
  }),
  write('post', '/uploads', 'beginUpload', 'Ask where a file is sent to', {
    payload: 'BeginUploadPayload',
    refuses: ['NOT_FOUND'],
  }),
  write('put', '/tasks/:id/cover', 'setCover', 'Show a file of a task on its card', { versioned: 'task' }),
  write('patch', '/attachments/:id', 'renameAttachment', 'Rename a file of a task', { versioned: 'attachment' }),
  write('delete', '/attachments/:id', 'deleteAttachment', 'Delete a file of a task', { versioned: 'attachment' }),
  write('post', '/attachments/:id/ticket', 'createFileTicket', 'Create an address of a file for a minute', {
    status: 201,
    payload: 'CreateFileTicketPayload',
  }),
];
