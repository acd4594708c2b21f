import { expect, it } from 'vitest';
import { paramsOf } from './params.js';
import type { Subject } from './subject.js';

const moved = (task: string): Subject => ({
  kind: 'TASK_STATUS',
  actor: 'Ana Ito',
  project: 'Lamp',
  task,
  fields: { status: ['TODO', 'DONE'] },
});

it('many events name their project only if all belong to it, though only the first events are known', () => {
  const events = [moved('A'), moved('B')] as const;
  expect(paramsOf({ events, count: 12, projectId: 'p' })).toMatchObject({
    project: 'Lamp',
    names: ['A', 'B'],
    more: 10,
  });
  expect(paramsOf({ events, count: 12, projectId: null })).toMatchObject({ project: null, status: 'DONE' });
});
