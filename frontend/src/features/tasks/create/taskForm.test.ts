import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { QuickAddContext } from './quickAdd';
import { createFormSchema, emptyTask, pruneReadings, readForm, parseReadings } from './taskForm';

const PROJECT = '019aa5d2-3f1e-7c43-9a51-0e8d4c5b6a7f';
const messages = (input: object): Record<string, string | undefined> =>
  Object.fromEntries(
    (v.safeParse(createFormSchema, { ...emptyTask, ...input }).issues ?? []).map((issue) => [
      v.getDotPath(issue),
      issue.message,
    ]),
  );

describe('the form of a new task', () => {
  it('splits tags on commas, trims them and drops blank ones', () => {
    const parse = (tags: string) =>
      v.parse(createFormSchema, { ...emptyTask, title: ' Ship it ', projectId: PROJECT, tags }).tags;
    expect(parse(' web,  api ,, web ')).toEqual(['web', 'api']);
    expect(parse('   ')).toEqual([]);
  });

  it('sends a due date as a moment and none as null', () => {
    const parse = (dueDate: string) =>
      v.parse(createFormSchema, { ...emptyTask, title: 'Ship it', projectId: PROJECT, dueDate });
    const five = { dueDate: new Date(2026, 10, 27, 17).toISOString() };
    expect(parse('2026-11-27T17:00')).toMatchObject(five);
    expect(parse('11/27/2026, 5pm')).toMatchObject(five);
    expect(parse('')).toMatchObject({ dueDate: null });
  });

  it('takes a day alone for a day, a time for a moment, and a part of a date for no date at all', () => {
    const due = (dueDate: string) =>
      v.parse(createFormSchema, { ...emptyTask, title: 'Ship it', projectId: PROJECT, dueDate });
    expect(due('Nov 27, 2026')).toMatchObject({ dueDay: '2026-11-27' });
    expect(due('Nov 27, 2026')).not.toHaveProperty('dueDate');
    expect(due('Nov 27, 2026, 6:00 PM')).toMatchObject({ dueDate: new Date(2026, 10, 27, 18).toISOString() });
    expect(due('Nov 27, 2026, 6:00 PM')).not.toHaveProperty('dueDay');
    for (const part of ['Nov', '17', '11/']) {
      expect(messages({ title: 'Ship it', projectId: PROJECT, dueDate: part })).toEqual({
        dueDate: 'Due date must be a day, like Nov 27 or 2026-11-27, with or without a time',
      });
    }
  });

  it('says what is missing or too long in the words of the product', () => {
    expect(messages({ priority: '' })).toEqual({
      title: 'Title is required',
      projectId: 'Project is required',
      priority: 'Priority is required',
    });
    expect(messages({ title: 'x'.repeat(201), description: 'x'.repeat(1001), projectId: PROJECT })).toEqual({
      title: 'Title must be less than 200 characters',
      description: 'Description must be less than 1000 characters',
    });
  });
});

describe('the form with what its line says', () => {
  const MARA = '019aa5d2-3f1e-7c43-9a51-0e8d4c5b6a70';
  const INES = '019aa5d2-3f1e-7c43-9a51-0e8d4c5b6a71';
  const OTHER = '019aa5d2-3f1e-7c43-9a51-0e8d4c5b6a80';
  const known: QuickAddContext = {
    projects: [
      { id: PROJECT, name: 'Tern launch' },
      { id: OTHER, name: 'Heron' },
    ],
    projectId: PROJECT,
    membersOf: (id) => [
      { id: MARA, firstName: 'Mara', lastName: 'Okafor', username: 'mara' },
      ...(id === PROJECT ? [{ id: INES, firstName: 'Ines', lastName: 'Duarte', username: 'ines' }] : []),
    ],
    tagsOf: () => [],
    readDue: (words) => (words === 'fri' ? '2026-11-27' : null),
    readings: {},
  };
  const form = (fields: object) => readForm({ ...emptyTask, projectId: PROJECT, ...fields }, known);

  it('overrides the fields, adds to the tags, and leaves the rest unchanged', () => {
    const fields = {
      assigneeId: INES,
      priority: 'LOW',
      tags: 'web',
      status: 'IN_REVIEW',
      description: 'Soon',
    } as const;
    expect(form({ ...fields, title: 'Call @mara ^fri +copy' }).tasks).toEqual([
      {
        title: 'Call',
        description: 'Soon',
        projectId: PROJECT,
        assigneeId: MARA,
        status: 'IN_REVIEW',
        priority: 'LOW',
        dueDay: '2026-11-27',
        tags: ['web', 'copy'],
      },
    ]);
    expect(form({ title: 'Call' }).tasks).toMatchObject([{ assigneeId: null, status: 'TODO', dueDate: null }]);
  });

  it('does not keep an assignee who is no member of the new project', () => {
    expect(form({ title: 'Call', assigneeId: INES }).tasks).toMatchObject([{ assigneeId: INES }]);
    expect(form({ title: 'Call #heron', assigneeId: INES }).tasks).toMatchObject([
      { projectId: OTHER, assigneeId: null },
    ]);
  });

  it('makes each line a task, and names the line in which something is wrong', () => {
    const { tasks } = form({ title: '- One !high\n\n- Two #heron\n', assigneeId: INES });
    expect(tasks).toMatchObject([
      { title: 'One', priority: 'HIGH', projectId: PROJECT, assigneeId: INES },
      { title: 'Two', priority: 'MEDIUM', projectId: OTHER, assigneeId: null },
    ]);
    expect(form({ title: `One\n${'x'.repeat(201)}` }).faults).toEqual({
      title: 'Line 2: Title must be less than 200 characters',
    });
    expect(form({ title: 'One\n#heron' }).faults).toEqual({ title: 'Line 2: Title is required' });
    expect(form({ title: '#heron' }).faults).toEqual({ title: 'Title is required' });
    const tooMany = Array.from({ length: 201 }, () => 'Box').join('\n');
    expect(form({ title: tooMany })).toEqual({
      tasks: [],
      faults: { title: 'You can create up to 200 tasks at once, not 201' },
    });
  });

  it('keeps the choices for words that are still in the line, and ignores anything else', () => {
    expect(parseReadings(pruneReadings({ '#tern': '', '@mara': MARA }, 'Read #tern'))).toEqual({ '#tern': '' });
    for (const text of ['', 'null', '[1]', '{"#a":1}', '{']) expect(parseReadings(text)).toEqual({});
  });
});
