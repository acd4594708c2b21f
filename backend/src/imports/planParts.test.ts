import { describe, expect, it, vi } from 'vitest';
import type { FileOutcome } from './archiveFiles.js';
import { fileIdOf, TaskParts } from './planParts.js';
import type { DraftTask } from './read/draft.js';

const TASK = '019a9f5e-8c3b-7a50-9d2e-3f1f6f0c2b7d';

describe('the files in the texts of a task', () => {
  it('get their new ids, which are computed once for all texts', () => {
    const made = fileIdOf(TASK, 'plan');
    const outcomes = new Map<string, FileOutcome>([[made, { stored: null }]]);
    const look = vi.spyOn(outcomes, 'get');
    const options = { outcomes, present: { ids: new Set() }, run: { plan: { people: [] } } };
    const parts = new TaskParts(options as unknown as ConstructorParameters<typeof TaskParts>[0]);
    const draft = { own: { files: [{ id: 'plan' }, { id: 'lost' }], pictures: [] } } as unknown as DraftTask;
    const texts = ['![](/files/plan/a.png) ![](/files/lost/b.png)', 'files/plan'];
    expect(texts.map((text) => parts.renameFiles(draft, TASK, text))).toEqual([
      `![](/files/${made}/a.png) ![](/files/lost/b.png)`,
      'files/plan',
    ]);
    expect(look).toHaveBeenCalledTimes(2);
  });
});
