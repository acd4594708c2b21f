import { describe, expect, it } from 'vitest';
import { Cursors } from './cursors';

const step = (kind: 'CHANGES' | 'PROJECT_JOINED' | 'PROJECT_LEFT' | 'RESYNC', projectId: string, revision: number) => ({
  kind,
  projectId,
  revision,
});

describe('Cursors', () => {
  it('begin at the positions in `me`, and drop earlier sets', () => {
    const cursors = new Cursors({ epoch: 'one', positions: [{ projectId: 'a', revision: 7 }] });
    expect([cursors.epoch, cursors.list()]).toEqual(['one', [{ projectId: 'a', revision: 7 }]]);
    expect(cursors.advance(step('CHANGES', 'a', 7))).toBe(false);
    expect(cursors.advance(step('CHANGES', 'a', 8))).toBe(true);
    expect(cursors.enter('two')).toBe(true);
    expect(cursors.list()).toEqual([]);
  });

  it('begin at the position of a project in the feed', () => {
    const cursors = new Cursors();
    expect(cursors.list()).toEqual([]);
    expect(cursors.advance(step('PROJECT_JOINED', 'a', 7))).toBe(true);
    expect(cursors.list()).toEqual([{ projectId: 'a', revision: 7 }]);
  });

  it('advance with each set, and drop earlier ones', () => {
    const cursors = new Cursors();
    cursors.advance(step('PROJECT_JOINED', 'a', 7));
    expect(cursors.advance(step('CHANGES', 'a', 8))).toBe(true);
    expect(cursors.advance(step('CHANGES', 'a', 8))).toBe(false);
    expect(cursors.advance(step('CHANGES', 'a', 3))).toBe(false);
    expect(cursors.list()).toEqual([{ projectId: 'a', revision: 8 }]);
  });

  it('remove a left project, and accept a new position from RESYNC, even a lower one', () => {
    const cursors = new Cursors();
    cursors.advance(step('PROJECT_JOINED', 'a', 7));
    cursors.advance(step('PROJECT_JOINED', 'b', 900));
    expect(cursors.advance(step('PROJECT_LEFT', 'a', 8))).toBe(true);
    expect(cursors.has('a')).toBe(false);
    expect(cursors.advance(step('RESYNC', 'b', 3))).toBe(true);
    expect(cursors.list()).toEqual([{ projectId: 'b', revision: 3 }]);
  });

  it('are cleared only if the database has another epoch', () => {
    const cursors = new Cursors();
    expect(cursors.epoch).toBeNull();
    cursors.advance(step('PROJECT_JOINED', 'a', 7));
    expect(cursors.enter('one')).toBe(false);
    expect(cursors.enter('one')).toBe(false);
    expect(cursors.list()).toEqual([{ projectId: 'a', revision: 7 }]);
    expect(cursors.enter('two')).toBe(true);
    expect([cursors.epoch, cursors.list()]).toEqual(['two', []]);
    expect(cursors.advance(step('CHANGES', 'a', 3))).toBe(true);
  });

  it('name at most 500 projects: those that moved last', () => {
    const cursors = new Cursors();
    for (let index = 0; index < 600; index += 1) cursors.advance(step('PROJECT_JOINED', `p${index}`, 1));
    cursors.advance(step('CHANGES', 'p0', 2));
    const list = cursors.list();
    expect(list).toHaveLength(500);
    expect(list.at(-1)).toEqual({ projectId: 'p0', revision: 2 });
    expect(list).not.toContainEqual({ projectId: 'p1', revision: 1 });
  });
});
