import { describe, expect, it } from 'vitest';
import { TASK_STATUSES } from '@contract/enums';
import { computeDays, dayAt } from '@contract/localDays';
import { createGroupFilter, findGroupKey } from '@contract/taskGroups';
import { matchesFilter } from '@contract/taskList';
import { taskFixture } from '../model/task.fixture';
import { columnFixture as column } from '../../projects/columns/column.fixture';
import { groupingOf, filterOfGroup, orderGroups, groupPreset, type CountedGroup } from './taskGroups';
import { buildLines } from '../list/listRows';
import type { ShownGroup } from '../list/useTaskGroups';
import { indexBelow } from '../list/useTaskNavigation';

const counted = (key: string, count: number, more: Partial<CountedGroup> = {}): CountedGroup => ({
  __typename: 'TaskGroup',
  key,
  count,
  project: null,
  assignee: null,
  ...more,
});
const person = (id: string, firstName: string): CountedGroup['assignee'] => ({
  __typename: 'User',
  id,
  firstName,
  lastName: 'Stone',
  name: `${firstName} Stone`,
  avatar: null,
});
const project = (id: string, name: string): CountedGroup['project'] => ({
  __typename: 'Project',
  id,
  name,
  color: '#336699',
});
const shown = (groups: readonly { name: string; count: number }[]) => groups.map(({ name, count }) => [name, count]);

describe('the groups of a list', () => {
  it('are ordered by columns and days, and include those without a task', () => {
    expect(shown(orderGroups('status', [counted('DONE', 2), counted('TODO', 5)]))).toEqual([
      ['To Do', 5],
      ['In Progress', 0],
      ['In Review', 0],
      ['Done', 2],
    ]);
    expect(shown(orderGroups('due', [counted('EARLIER', 1), counted('NONE', 2), counted('OVERDUE', 3)]))).toEqual([
      ['Overdue', 3],
      ['Today', 0],
      ['This week', 0],
      ['Later', 0],
      ['No date', 2],
      ['Done earlier', 1],
    ]);
  });

  it('are only those that the filter allows, as a group’s own filter replaces it', () => {
    const columns = [column('x', 'TODO', { name: 'Ideas' }), column('y', 'IN_PROGRESS', { name: 'Bench' })];
    const keysOf = (groups: readonly { key: string }[]) => groups.map(({ key }) => key);
    const statuses = ['TODO', 'IN_PROGRESS'] as const;
    expect(keysOf(orderGroups('status', [counted('TODO', 5)], [], { statuses }))).toEqual(['TODO', 'IN_PROGRESS']);
    expect(keysOf(orderGroups('status', [], [], { statuses: [] }))).toEqual(TASK_STATUSES);
    expect(keysOf(orderGroups('column', [counted('y', 3)], columns, { columnIds: ['y'] }))).toEqual(['y']);
    expect(keysOf(orderGroups('column', [], columns, { statuses }))).toEqual(['x', 'y']);
    expect(keysOf(orderGroups('due', [], [], { statuses, columnIds: ['y'] }))).toHaveLength(6);
  });

  it('are the columns of the project in their order, or its statuses where it has none of its own', () => {
    const columns = [column('x', 'TODO', { name: 'Ideas' }), column('y', 'TODO', { name: 'To Do' })];
    expect(shown(orderGroups('column', [counted('y', 3)], columns))).toEqual([
      ['Ideas', 0],
      ['To Do', 3],
    ]);
    expect(groupingOf('column', columns)).toBe('column');
    expect(groupingOf('column', [])).toBe('status');
    expect(groupPreset('column', 'x', columns)).toMatchObject({ status: 'TODO', projectId: 'p', column: { id: 'x' } });
    expect(filterOfGroup({ projectId: 'p' }, 'column', 'x', computeDays(new Date(), 'UTC'))).toEqual({
      projectId: 'p',
      columnIds: ['x'],
    });
  });

  it('are by name, projects of the same name side by side, nobody last', () => {
    const people = [
      counted('none', 9),
      counted('2', 1, { assignee: person('2', 'Wen') }),
      counted('1', 4, { assignee: person('1', 'Ada') }),
    ];
    expect(shown(orderGroups('assignee', people))).toEqual([
      ['Ada Stone', 4],
      ['Wen Stone', 1],
      ['No assignee', 9],
    ]);
    const projects = ['c', 'a', 'b'].map((id) => counted(id, 1, { project: project(id, id === 'c' ? 'Oar' : 'Tern') }));
    expect(orderGroups('project', projects).map(({ key }) => key)).toEqual(['c', 'a', 'b']);
  });

  it('take each task once, by the days of the reader: also at midnight and where clocks are put', () => {
    // Sunday, one minute before midnight in Berlin, where the clocks went back in the morning.
    const now = new Date('2026-10-25T22:59:00Z');
    const days = computeDays(now, 'Europe/Berlin');
    const due = (dueDate: string | null, status: 'TODO' | 'DONE' = 'TODO') => taskFixture({ dueDate, status });
    const day = (dueDay: string, dueDate: string, status: 'TODO' | 'DONE' = 'TODO') =>
      taskFixture({ dueDate, dueDay, status });
    const cases: [ReturnType<typeof due>, string][] = [
      [due(null), 'NONE'],
      [due('2026-10-25T22:58:00Z'), 'OVERDUE'],
      [due('2026-10-25T22:58:00Z', 'DONE'), 'TODAY'],
      [due('2026-10-24T22:00:00Z', 'DONE'), 'TODAY'],
      [due('2026-10-24T21:59:00Z', 'DONE'), 'EARLIER'],
      [due('2026-10-25T22:59:30Z'), 'TODAY'],
      // Monday is next week: of this one nothing is left.
      [due('2026-10-25T23:00:00Z'), 'LATER'],
      [due('2026-11-30T12:00:00Z', 'DONE'), 'LATER'],
      // Days, with due times of other time zones
      [day('2026-10-24', '2026-10-25T04:00:00Z'), 'OVERDUE'],
      [day('2026-10-24', '2026-10-25T23:59:00Z', 'DONE'), 'EARLIER'],
      [day('2026-10-25', '2026-10-25T09:00:00Z'), 'TODAY'],
      [day('2026-10-25', '2026-10-26T04:00:00Z'), 'TODAY'],
      [day('2026-10-26', '2026-10-26T09:00:00Z'), 'LATER'],
    ];
    const inBerlin = { days, dayAt: (time: Date) => dayAt(time, 'Europe/Berlin') };
    const keys = ['OVERDUE', 'TODAY', 'WEEK', 'LATER', 'NONE', 'EARLIER'];
    for (const [task, key] of cases) {
      expect(findGroupKey(task, 'DUE', now, days), task.dueDate ?? '').toBe(key);
      const fitting = keys.filter((other) => matchesFilter(task, createGroupFilter('DUE', other, days), now, inBerlin));
      expect(fitting, task.dueDate ?? '').toEqual([key]);
    }
    const monday = computeDays(new Date('2026-10-26T12:00:00Z'), 'Europe/Berlin');
    expect(findGroupKey(due('2026-10-31T12:00:00Z'), 'DUE', new Date('2026-10-26T12:00:00Z'), monday)).toBe('WEEK');
  });

  it('narrow a filter down, never widen it', () => {
    const days = computeDays(new Date('2026-10-26T12:00:00Z'), 'UTC');
    expect(filterOfGroup({ search: 'x', statuses: ['TODO', 'DONE'] }, 'status', 'DONE', days)).toEqual({
      search: 'x',
      statuses: ['DONE'],
    });
    expect(filterOfGroup({ dueDayTo: '2026-10-27' }, 'due', 'WEEK', days)).toMatchObject({
      dueDayFrom: '2026-10-27',
      dueDayTo: '2026-10-27',
    });
    expect(filterOfGroup({ assigneeId: 'a' }, 'assignee', 'none', days)).toEqual({
      assigneeId: 'a',
      assigneeIds: ['none'],
    });
    for (const status of TASK_STATUSES) {
      expect(matchesFilter(taskFixture({ status }), filterOfGroup({}, 'status', status, days))).toBe(true);
    }
  });
});

describe('the lines of a list', () => {
  const nodes = Array.from({ length: 5 }, (_, at) => ({ ...taskFixture({ id: `t${at}` }) }));
  const group = (key: string, tasks: readonly (typeof nodes)[number][], end: ShownGroup['end']) =>
    ({ key, tasks, end }) as unknown as ShownGroup;

  it('are headings, rows of tasks and placeholders, with numbered tasks', () => {
    const lines = buildLines(
      nodes,
      [group('a', nodes.slice(0, 3), 'none'), group('b', nodes.slice(3), 'more'), group('c', [], 'loading')],
      2,
    );
    expect(lines.map((line) => (line.kind === 'tasks' ? `${line.start}+${line.tasks.length}` : line.key))).toEqual([
      'head a',
      '0+2',
      '2+1',
      'head b',
      '3+2',
      'end b',
      'head c',
      'end c',
    ]);
  });

  it('are navigated by arrow keys, straight down and up across groups', () => {
    const lengths = [3, 1, 3, 2];
    expect(indexBelow(lengths, 2, 1)).toBe(3);
    expect(indexBelow(lengths, 3, 1)).toBe(4);
    expect(indexBelow(lengths, 6, 1)).toBe(8);
    expect(indexBelow(lengths, 8, 1)).toBe(-1);
    expect(indexBelow(lengths, 6, -1)).toBe(3);
    expect(indexBelow(lengths, 3, -1)).toBe(0);
    expect(indexBelow(lengths, 1, -1)).toBe(-1);
  });
});
