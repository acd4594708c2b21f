import { describe, expect, it } from 'vitest';
import { findMentions } from './comments.js';
import { plainText } from './plainText.js';

describe('plainText', () => {
  it.each([
    ['# Plan\n\nSee **this** and _that_, `code` and ~~not~~.', 'Plan\n\nSee this and that, code and not.'],
    ['- [ ] one\n- [x] two\n  * three', 'one\ntwo\nthree'],
    ['> > said [there](https://example.com/a_(b) "x") ![chart](https://x.example/a.png)', 'said there chart'],
    [String.raw`![plan \[1\].png](/files/a/plan%20%5B1%5D.png) [C:\dir](b)`, String.raw`plan \[1\].png C:\dir`],
    ['```ts\nconst a = 1;\n```\nafter', 'const a = 1;\n\nafter'],
    ['a\n\n---\n\nb', 'a\n\nb'],
    ['***both***', 'both'],
  ])('removes the marks from %j', (markdown, plain) => {
    expect(plainText(markdown)).toBe(plain);
  });

  it.each([
    'Two * three * four, 2*3*4, snake_case_name and a_b',
    '~5 people, C# and #launch, a > b, 3 - 2 = 1, -5 degrees',
    'x'.repeat(200),
    ' leading and trailing ',
    'https://example.com/a_b_c and [brackets] (so)',
    '1. first',
  ])('leaves %j unchanged', (text) => {
    expect(plainText(text)).toBe(/[*_~`[#>+|=-]/u.test(text) ? text.trim() : text);
  });

  it('is fast for input that is designed to be slow', () => {
    for (const part of [
      '**',
      '*a',
      '_',
      '[',
      '[a](',
      '\\[',
      '`',
      '~~a',
      '> ',
      '- ',
      '|-',
      '---|',
      '- - ',
      '#',
      '\n',
      '(',
      '@.',
      '@…',
    ]) {
      const before = performance.now();
      plainText(part.repeat(5000 / part.length));
      findMentions(part.repeat(5000 / part.length));
      expect(performance.now() - before, part).toBeLessThan(5_000);
    }
  });
});

describe('findMentions', () => {
  it('finds mentions between Markdown marks', () => {
    expect(findMentions('**@mara** _@teo_ ~~@wen~~, > @ines |@priya |').flat()).toEqual(
      expect.arrayContaining(['mara', 'teo', 'wen', 'ines', 'priya']),
    );
  });

  it('finds mentions beside marks of any language, and in texts without spaces', () => {
    for (const text of [
      '请@mara，看',
      '@mara。',
      '「@mara」',
      '“@mara” said',
      '@mara’s',
      'cc:@mara',
      '@teo,@mara',
      '@mara—ok',
    ]) {
      expect(findMentions(text).flat(), text).toContain('mara');
    }
    for (const text of [
      '@mara@tern.example',
      'x@mara',
      'https://tern.example/@mara',
      '@mara/x',
      '@mara-x',
      '@mara.x',
    ]) {
      expect(findMentions(text).flat(), text).not.toContain('mara');
    }
  });

  it('ignores mentions in code, and finds one between lone backticks of different paragraphs', () => {
    expect(findMentions('`see @mara` and ``a ` @teo b``\n```\n@wen\n```\n~~~\n@ines')).toEqual([]);
    expect(findMentions('don`t\n\n@mara\n\ncan`t')).toEqual([['mara']]);
    expect(findMentions('\\`@x @teo `').flat()).toContain('teo');
  });
});
