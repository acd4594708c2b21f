import { describe, expect, it } from 'vitest';
import type { Snapshot } from './persistedCache';
import { merge } from './merge';

const snapshot = (cache: Snapshot['cache'], more: Partial<Snapshot> = {}): Snapshot => ({
  userId: 'mara',
  epoch: 'one',
  positions: [{ projectId: 'p', revision: 7 }],
  cache,
  ...more,
});
const task = (id: string, version: number, more = {}) => ({
  [`Task:${id}`]: { __typename: 'Task', id, projectId: 'p', version, ...more },
});

describe('what is kept', () => {
  it('is the data of all tabs: the pages of one do not replace those of another', () => {
    const board = snapshot({ ROOT_QUERY: { __typename: 'Query', board: 1 }, ...task('a', 3, { title: 'Old' }) });
    const list = snapshot(
      { ROOT_QUERY: { __typename: 'Query', list: 2 }, ...task('a', 5, { title: 'New' }), ...task('b', 1) },
      { positions: [{ projectId: 'p', revision: 9 }] },
    );
    expect(merge(board, list)).toEqual(
      snapshot(
        {
          ROOT_QUERY: { __typename: 'Query', board: 1, list: 2 },
          ...task('a', 5, { title: 'New' }),
          ...task('b', 1),
        },
        { positions: [{ projectId: 'p', revision: 9 }] },
      ),
    );
  });

  it('is the whole loaded list, even if another page has queried its beginning or its count', () => {
    const list = (ids: string[], more = {}) => ({ nodes: ids.map((id) => ({ __ref: id })), ...more });
    const project = (members: object) => snapshot({ 'Project:p': { __typename: 'Project', id: 'p', members } });
    const read = project(list(['a', 'b', 'c'], { pageInfo: { hasNextPage: false }, totalCount: 3 }));
    const membersAfter = (later: object) => merge(read, project(later)).cache['Project:p']?.members;
    expect(membersAfter(list(['d', 'a']))).toEqual(
      list(['d', 'a', 'b', 'c'], { pageInfo: { hasNextPage: false }, totalCount: 3 }),
    );
    expect(membersAfter({ totalCount: 4 })).toEqual(
      list(['a', 'b', 'c'], { pageInfo: { hasNextPage: false }, totalCount: 4 }),
    );
    const anew = list(['b'], { pageInfo: { hasNextPage: false } });
    expect(membersAfter(anew)).toEqual(anew);
  });

  it('is never replaced by a tab with older data', () => {
    const newer = snapshot(task('a', 5, { title: 'New' }));
    const older = snapshot(task('a', 3, { title: 'Old', description: 'Only here' }));
    expect(merge(newer, older).cache).toEqual(task('a', 5, { title: 'New', description: 'Only here' }));
  });

  it('loses deleted objects and left projects', () => {
    const before = snapshot({
      ...task('a', 1),
      ...task('b', 1),
      'Project:q': { __typename: 'Project', id: 'q' },
      'Comment:c': { __typename: 'Comment', id: 'c', projectId: 'q' },
      'User:mara': { __typename: 'User', id: 'mara' },
    });
    expect(Object.keys(merge(before, snapshot({}), ['Task:a']).cache)).toEqual(['Task:b', 'User:mara']);
  });

  it('is dropped as a whole if it is another person’s, or from another epoch of the database', () => {
    const hers = snapshot(task('a', 9));
    const his = snapshot(task('b', 1), { userId: 'wen' });
    expect(merge(hers, his)).toEqual(his);
    const restored = snapshot(task('a', 2), { epoch: 'two' });
    expect(merge(hers, restored)).toEqual(restored);
  });
});
