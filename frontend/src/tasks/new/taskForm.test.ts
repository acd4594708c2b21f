import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { createFormSchema, emptyTask } from './taskForm';

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
      v.parse(createFormSchema, { ...emptyTask, title: 'Ship it', projectId: PROJECT, dueDate }).dueDate;
    expect(parse('2026-11-27T17:00')).toBe(new Date(2026, 10, 27, 17).toISOString());
    expect(parse('11/27/2026, 5pm')).toBe(new Date(2026, 10, 27, 17).toISOString());
    expect(parse('')).toBeNull();
  });

  it('takes a day alone for its evening, and a part of a date for no date at all', () => {
    const due = (dueDate: string) =>
      v.parse(createFormSchema, { ...emptyTask, title: 'Ship it', projectId: PROJECT, dueDate }).dueDate;
    expect(due('Nov 27, 2026')).toBe(new Date(2026, 10, 27, 18).toISOString());
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
