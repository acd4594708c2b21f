import { describe, expect, it } from 'vitest';
import { mergeUndone } from './mergeUndone';

const line = (revision: number, undoOf: number[] | null = null, entityId = 'task', projectId = 'p') => ({
  revision,
  undoOf,
  entityId,
  projectId,
});
const fold = (...lines: ReturnType<typeof line>[]) =>
  mergeUndone(lines).map(({ revision, isUndone }) => `${revision}${isUndone ? ' undone' : ''}`);

describe('a change and its undo', () => {
  it('are one line, which a redo makes valid again', () => {
    expect(fold(line(2, [1]), line(1))).toEqual(['1 undone']);
    expect(fold(line(3, [2]), line(2, [1]), line(1))).toEqual(['1']);
    expect(fold(line(5), line(4, [3]), line(3, [2]), line(2, [1]), line(1))).toEqual(['5', '1 undone']);
  });

  it('are one line for each change, if several were undone at once', () => {
    expect(fold(line(4, [3, 2]), line(3), line(2), line(1))).toEqual(['3 undone', '2 undone', '1']);
    expect(fold(line(5, [4]), line(4, [3, 2]), line(3), line(2), line(1))).toEqual(['3', '2', '1']);
  });

  it('stay apart if the change is of another object or project, or on an earlier page', () => {
    expect(fold(line(2, [1], 'item'), line(1))).toEqual(['2', '1']);
    expect(fold(line(2, [1]), line(1, null, 'task', 'q'))).toEqual(['2', '1']);
    expect(fold(line(9, [3]), line(8))).toEqual(['9', '8']);
  });
});
