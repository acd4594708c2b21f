import { describe, expect, it } from 'vitest';
import { entriesToText, entriesIn, splitInput, uniqueEntries } from './entries';

const valuesIn = (text: string): string[] => entriesIn(text).map(({ value }) => value);

describe('several people in one text', () => {
  it.each([
    ['a@x.org,b@x.org;c@x.org\nd@x.org\te@x.org', ['a@x.org', 'b@x.org', 'c@x.org', 'd@x.org', 'e@x.org']],
    ['a@x.org b@x.org', ['a@x.org', 'b@x.org']],
    ['"Bell, Jon" <jon@x.org>, Uma Sol <uma@x.org>', ['jon@x.org', 'uma@x.org']],
    ['@jon, uma', ['jon', 'uma']],
    ['Uma Sol', ['Uma Sol']],
    ['x@münchen.example', ['x@xn--mnchen-3ya.example']],
    [' , ;\n@ ', []],
  ])('%j', (text, values) => {
    expect(valuesIn(text)).toEqual(values);
  });
});

describe('what is being typed', () => {
  it.each([
    ['jon@x.or', [], 'jon@x.or'],
    ['jon@x.org ', ['jon@x.org'], ''],
    ['@jon ', ['jon'], ''],
    ['uma s', [], 'uma s'],
    ['uma ', [], 'uma '],
    ['jon@x.org, um', ['jon@x.org'], 'um'],
    ['jon@x.org,uma@x.org ', ['jon@x.org', 'uma@x.org'], ''],
  ])('%j', (text, done, rest) => {
    const split = splitInput(text);
    expect([split.done.map(({ value }) => value), split.rest]).toEqual([done, rest]);
  });
});

it('takes each person once, whatever the case, and comes back from a draft', () => {
  const chosen = { value: 'uma', label: 'Uma Sol', userId: 'u1' };
  const entries = uniqueEntries([...entriesIn('Jon@x.org, jon@X.org, @wen'), chosen, chosen]);
  expect(entries.map(({ value }) => value)).toEqual(['Jon@x.org', 'wen', 'uma']);
  expect(valuesIn(entriesToText(entries))).toEqual(['Jon@x.org', 'wen', 'uma']);
});
