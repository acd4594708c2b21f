import { IMPORTS } from '../../contract/limits.js';
import { call, FileAnswer, listOf, objectOf, type Row, write } from '../request/restRow.js';
import { getImport, listImports, openReport, sendImportFile } from './import.service.js';

/** Imports of files from other programs. */
export const importRoutes: readonly Row[] = [
  call('get', '/imports', 'imports', {
    summary: 'Your imports that are still kept, newest first',
    cost: 50,
    answer: listOf('Import'),
    run: listImports,
  }),
  write('post', '/imports', 'startImport', 'Start an import, or a dry run of one', {
    status: 201,
    refuses: ['CONFLICT', 'RATE_LIMITED'],
  }),
  call('get', '/imports/:id', 'import', {
    summary: 'The state of an import, its plan and its report',
    answer: objectOf('Import'),
    run: (ctx, { params }) => getImport(ctx, params['id']),
  }),
  call('put', '/imports/:id/file', null, {
    status: 202,
    summary: 'Send the file of an import',
    operationId: 'sendImportFile',
    closedField: 'startImport',
    description:
      `Stores the body of the request, up to ${IMPORTS.fileBytes / 1_000_000} MB, while it arrives, and starts reading it. The request ` +
      'fails after 30 seconds without data.',
    upload: { bytes: IMPORTS.fileBytes, types: ['application/octet-stream'], isStreamed: true },
    answer: objectOf('Import'),
    refuses: ['NOT_FOUND', 'CONFLICT', 'UNAVAILABLE'],
    run: (ctx, { params, stream }) => sendImportFile(ctx, params['id'], stream()),
  }),
  call('get', '/imports/:id/report', 'import', {
    summary: 'The whole report of an import as CSV',
    operationId: 'importReport',
    cost: 50,
    description:
      'A line for each thing that was left out or changed: its row in the file, what it is, why, and whether the row was ' +
      'imported.',
    file: 'text/csv; charset=utf-8',
    run: async (ctx, { params }) => new FileAnswer(await openReport(ctx, params['id'])),
  }),
  write('post', '/imports/:id/stop', 'stopImport', 'Stop an import; what it has made stays'),
  write('post', '/imports/:id/undo', 'undoImport', 'Move what an import has made to the trash, unless it was changed', {
    refuses: ['CONFLICT'],
  }),
];
