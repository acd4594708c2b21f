import { expect, it } from 'vitest';
import { groupActivity } from './groupActivity';

const at = (minutesAgo: number): string => new Date(Date.UTC(2026, 10, 22, 12) - minutesAgo * 60_000).toISOString();
const line = (minutesAgo: number, actor: string | null, taskId: string | null, projectId = 'p') => ({
  at: at(minutesAgo),
  actor: actor === null ? null : { id: actor },
  taskId,
  projectId,
});

it('tells what one person did to one task within an hour as one, and nothing else', () => {
  const lines = [
    line(0, 'tom', 'a'),
    line(10, 'tom', 'a'),
    line(59, 'tom', 'a'),
    line(60, 'tom', 'a'),
    line(61, 'ann', 'a'),
    line(62, 'ann', 'b'),
    line(63, 'ann', null),
    line(64, 'ann', null),
    line(65, 'ann', 'b', 'other'),
  ];
  expect(groupActivity(lines).map((group) => group.length)).toEqual([3, 1, 1, 1, 1, 1, 1]);
  expect(groupActivity(lines).flat()).toEqual(lines);
});
