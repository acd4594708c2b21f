import { write, type Row } from '../request/restRow.js';

export const undoRoutes: readonly Row[] = [
  write('post', '/undo', 'undo', 'Undo change sets in one step', {
    payload: 'Undone',
    refuses: ['NOT_FOUND', 'FORBIDDEN'],
  }),
];
