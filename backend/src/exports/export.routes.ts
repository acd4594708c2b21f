import { readExports } from './export.reads.js';
import { getExport, openExport, openExportFiles } from './export.service.js';
import { call, FileAnswer, listOf, objectOf, write, type Row } from '../request/restRow.js';

/** Downloads of the viewer's data. */
export const exportRoutes: readonly Row[] = [
  call('get', '/auth/export', 'exports', {
    allowPendingDeletion: true,
    summary: 'Your downloads of the last day, newest first',
    cost: 10,
    answer: listOf('Export'),
    run: readExports,
  }),
  write(
    'post',
    '/auth/export',
    'requestExport',
    'Request a download of all data you can see; answers the running one, if any',
    { status: 202 },
  ),
  call('get', '/auth/export/:id', 'export', {
    allowPendingDeletion: true,
    summary: 'The state of a download of your data',
    answer: objectOf('Export'),
    run: (ctx, { params }) => getExport(ctx, params['id']),
  }),
  call('get', '/auth/export/:id/file', 'export', {
    allowPendingDeletion: true,
    summary: 'The file of a finished download: a zip of JSON files and `tasks.csv`',
    operationId: 'exportFile',
    description: 'The zip of a download that is ready, with the token like every other call.',
    file: 'application/zip',
    run: async (ctx, { params }) => new FileAnswer(await openExport(ctx, params['id'])),
  }),
  call('get', '/auth/export/:id/files', 'export', {
    allowPendingDeletion: true,
    summary: 'A finished download with the files of the tasks you can see',
    operationId: 'exportFiles',
    cost: 10,
    description:
      'A zip of the download, as `data.zip`, and of the files of the tasks that you can see now: ' +
      '`files/{id of the attachment}/{name}`. It is streamed while the files are read.',
    file: 'application/zip',
    run: async (ctx, { params }) => new FileAnswer(await openExportFiles(ctx, params['id'])),
  }),
];
