import { write, type Row } from '../request/restRow.js';

export const repeatRoutes: readonly Row[] = [
  write('put', '/tasks/:id/repeat', 'setRepeat', 'Make a task repeat', { versioned: 'task' }),
  write('delete', '/tasks/:id/repeat', 'endSeries', 'End the series of a task', { versioned: 'task' }),
  write('post', '/tasks/:id/repeat/skip', 'skipOccurrence', 'Move a repeating task to its next day', {
    versioned: 'task',
  }),
];
