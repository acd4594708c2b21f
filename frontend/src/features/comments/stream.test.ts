import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeStreams, type StreamEntry } from './stream';

const entry = (at: number, name: string): StreamEntry => ({ id: `${name}${at}`, at: String(at).padStart(3, '0') });
const ids = (entries: readonly StreamEntry[]): string => entries.map(({ id }) => id).join(' ');

describe('the merged stream of comments and changes', () => {
  it('shows nothing earlier than the loaded part of both', () => {
    const said = { entries: [entry(1, 'c'), entry(8, 'c')], hasEarlier: false };
    const done = { entries: [entry(5, 'h'), entry(6, 'h'), entry(9, 'h')], hasEarlier: true };
    const { entries, next } = mergeStreams([said, done]);
    expect(ids(entries)).toBe('h5 h6 c8 h9');
    expect(next).toEqual([done]);
  });

  it('keeps the order of entries with the same time, and is complete if both lists are', () => {
    const said = { entries: [entry(3, 'c'), entry(1, 'c')], hasEarlier: false };
    const done = { entries: [entry(1, 'h'), entry(3, 'h')], hasEarlier: false };
    const { entries, next } = mergeStreams([done, said]);
    expect(ids(entries)).toBe('h1 c1 h3 c3');
    expect(next).toEqual([]);
    expect(mergeStreams([])).toEqual({ entries: [], next: [] });
  });

  it('shows a complete end of the stream after each page, and all of it after the last', () => {
    const times = fc.array(fc.nat(40), { maxLength: 30 }).map((list) => list.toSorted((a, b) => a - b));
    fc.assert(
      fc.property(times, times, fc.integer({ min: 1, max: 7 }), (saidAt, doneAt, page) => {
        const lists = [
          saidAt.map((at, place) => ({ ...entry(at, 'c'), id: `c${place}` })),
          doneAt.map((at, place) => ({ ...entry(at, 'h'), id: `h${place}` })),
        ];
        const whole = lists.flat().map(({ at }) => at);
        whole.sort();
        const loaded = [page, page];
        for (let step = 0; step < 100; step += 1) {
          const parts = lists.map((list, which) => ({
            which,
            entries: list.slice(-(loaded[which] ?? 0)),
            hasEarlier: (loaded[which] ?? 0) < list.length,
          }));
          const { entries, next } = mergeStreams(parts);
          // Of those of the first moment some may still be to come.
          const later = entries.filter(({ at }) => at > (entries[0]?.at ?? ''));
          expect(later.map(({ at }) => at)).toEqual(whole.filter((at) => at > (entries[0]?.at ?? '')));
          if (next.length === 0) {
            expect(entries.map(({ at }) => at)).toEqual(whole);
            return;
          }
          for (const { which } of next) loaded[which] = (loaded[which] ?? 0) + page;
        }
        throw new Error('never ends');
      }),
    );
  });
});
