import { describe, expect, it } from 'vitest';
import { completeMention, matchPeople, mentionAt, splitMentions } from './mentions';

const people = [
  { firstName: 'Mara', lastName: 'Okafor', username: 'mara' },
  { firstName: 'Teo', lastName: 'Álvarez', username: 'teo.a' },
];

describe('mentionAt', () => {
  it('is open from the @ to the caret', () => {
    expect(mentionAt('Ask @ma', 7)).toEqual({ start: 4, query: 'ma' });
    expect(mentionAt('请@ma', 4)).toEqual({ start: 1, query: 'ma' });
    expect(mentionAt('@', 1)).toEqual({ start: 0, query: '' });
    expect(mentionAt('Ask @mara now', 13)).toBeNull();
  });

  it('is not opened within an address', () => {
    expect(mentionAt('mara@example', 12)).toBeNull();
  });
});

describe('matchPeople', () => {
  it('goes by username and names, without case and accents', () => {
    expect(matchPeople(people, 'MAR')).toEqual([people[0]]);
    expect(matchPeople(people, 'alv')).toEqual([people[1]]);
    expect(matchPeople(people, '')).toEqual(people);
    expect(matchPeople(people, 'x')).toEqual([]);
  });

  it('finds letters that are typed without their stroke, as other searches do', () => {
    const others = [
      { firstName: 'Łukasz', lastName: 'Ośko', username: 'lu' },
      { firstName: 'Bo', lastName: 'Øster', username: 'bo' },
    ];
    expect(matchPeople(others, 'luk')).toEqual([others[0]]);
    expect(matchPeople(others, 'ost')).toEqual([others[1]]);
  });
});

describe('completeMention', () => {
  it('writes the username and one space', () => {
    const open = { start: 4, query: 'ma' };
    expect(completeMention('Ask @ma', 7, open, 'mara')).toEqual({ text: 'Ask @mara ', caret: 10 });
    expect(completeMention('Ask @ma now', 7, open, 'mara')).toEqual({ text: 'Ask @mara now', caret: 10 });
  });
});

describe('splitMentions', () => {
  const names = new Set(['mara', 'teo.a']);
  const mentions = (text: string) => splitMentions(text, names).flatMap((part) => (part.isMention ? [part.text] : []));

  it('finds members and nobody else', () => {
    expect(mentions('@Mara, see (@teo.a) and @nobody or a@mara')).toEqual(['@Mara', '@teo.a']);
  });

  it('finds them beside marks of any language, and in texts without spaces', () => {
    expect(mentions('“@mara”, @mara’s, @teo.a,@mara and (@Teo.a—@mara)')).toEqual([
      '@mara',
      '@mara',
      '@teo.a',
      '@mara',
      '@Teo.a',
      '@mara',
    ]);
    expect(mentions('请@mara，看。「@teo.a」と@mara。')).toEqual(['@mara', '@teo.a', '@mara']);
    expect(mentions('@mara@tern.example @mara/x x.@mara')).toEqual([]);
  });

  it('loses no character', () => {
    const text = ' @mara\n@teo.a! ';
    expect(
      splitMentions(text, names)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  });
});
