import { describe, expect, it } from 'vitest';
import { type ImportForm, nextProject, toInput } from './importForm';

const projects = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];

describe('another project of a download', () => {
  it('is the next one in the order of the file, and the first one after the last', () => {
    expect(nextProject({ projects, project: 'a' })?.id).toBe('b');
    expect(nextProject({ projects, project: 'b' })?.id).toBe('c');
    expect(nextProject({ projects, project: 'c' })?.id).toBe('a');
    expect(nextProject({ projects: [{ id: 'a' }], project: 'a' })).toBeUndefined();
  });

  it('is the second one if the first was imported without a choice', () => {
    expect(nextProject({ projects, project: null })?.id).toBe('b');
    expect(nextProject({ projects: [], project: null })).toBeUndefined();
  });
});

describe('the choices for lists and people', () => {
  const checked: ImportForm = {
    goal: 'new',
    name: 'Board',
    projectId: '',
    fields: { Task: 'TITLE', Status: 'LIST', Section: 'KEEP', Owner: 'ASSIGNEE', Notes: 'KEEP' },
    lists: { Doing: { status: 'IN_REVIEW' } },
    people: { Jon: null },
    dateOrder: null,
    archived: true,
    project: null,
  };
  const choices = { source: 'CSV', fileOf: 'id', dryRun: true } as const;
  const send = (fields: ImportForm['fields']) => {
    const { mapping, people } = toInput({ ...checked, fields }, checked, choices);
    return { lists: mapping.lists, people };
  };

  it('are kept when other fields change', () => {
    expect(send({ ...checked.fields, Notes: 'DESCRIPTION' })).toEqual({
      lists: [{ theirs: 'Doing', status: 'IN_REVIEW' }],
      people: [{ theirs: 'Jon', userId: null }],
    });
  });

  it('are left out when lists or people come from another column, which has other names', () => {
    expect(send({ ...checked.fields, Status: 'TAGS', Section: 'LIST' })).toEqual({
      lists: [],
      people: [{ theirs: 'Jon', userId: null }],
    });
    expect(send({ ...checked.fields, Notes: 'ASSIGNEE' }).people).toEqual([]);
  });
});
