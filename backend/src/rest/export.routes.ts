import { readExports } from '../exports/export.reads.js';
import { getExport, openExport, requestExport } from '../exports/export.service.js';
import { listOf, objectOf } from './answers.js';
import { call, FileAnswer, type Route } from './route.js';

/** Downloads of the viewer's data. */
export const exportRoutes: readonly Route[] = [
  call('get', '/auth/export', 'exports', {
    whileLeaving: true,
    summary: 'Your downloads of the last day, newest first',
    cost: 10,
    answer: listOf('Export'),
    run: readExports,
  }),
  call('post', '/auth/export', 'requestExport', {
    whileLeaving: true,
    status: 202,
    summary: 'Ask for a download of all that you may see; answers the one that is under way, where there is one',
    answer: objectOf('Export'),
    run: async (ctx) => (await requestExport(ctx)).export,
  }),
  call('get', '/auth/export/:id', 'export', {
    whileLeaving: true,
    summary: 'How a download of your data stands',
    answer: objectOf('Export'),
    run: (ctx, { params }) => getExport(ctx, params['id']),
  }),
  call('get', '/auth/export/:id/file', 'export', {
    whileLeaving: true,
    summary: 'The file of a download that is ready: a zip of JSON files and `tasks.csv`',
    operationId: 'exportFile',
    description: 'The zip of a download that is ready, with the token like every other call.',
    file: 'application/zip',
    run: async (ctx, { params }) => new FileAnswer(await openExport(ctx, params['id'])),
  }),
];
