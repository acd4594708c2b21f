import { undoSchema } from '../../contract/undo.js';
import { undo } from '../undo/undo.service.js';
import { objectOf } from './answers.js';
import { call, type Route } from './route.js';

/** Taking back what was done. */
export const undoRoutes: readonly Route[] = [
  call('post', '/undo', 'undo', {
    summary: 'Take acts back as one',
    body: undoSchema,
    answer: objectOf('Undone'),
    refuses: ['NOT_FOUND', 'FORBIDDEN'],
    run: (ctx, { body }) => undo(ctx, body),
  }),
];
