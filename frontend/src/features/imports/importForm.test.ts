import { describe, expect, it } from 'vitest';
import { nextProject } from './importForm';

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
