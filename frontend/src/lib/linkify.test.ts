import { describe, expect, it } from 'vitest';
import { linkify } from './linkify';

const linksIn = (text: string): string[] => linkify(text).flatMap(({ href }) => href ?? []);
const whole = (text: string): string =>
  linkify(text)
    .map((part) => part.text)
    .join('');

describe('addresses in a text', () => {
  it('are found wherever they stand', () => {
    expect(linkify('See https://example.com/a?b=c#d for more')).toEqual([
      { text: 'See ', at: 0 },
      { text: 'https://example.com/a?b=c#d', href: 'https://example.com/a?b=c#d', at: 4 },
      { text: ' for more', at: 31 },
    ]);
    expect(linksIn('http://a.example\nHTTPS://B.EXAMPLE/x')).toEqual(['http://a.example', 'HTTPS://B.EXAMPLE/x']);
    expect(linksIn('nothing here')).toEqual([]);
    expect(linkify('')).toEqual([]);
  });

  it('end before the punctuation of their sentence, and keep their own', () => {
    expect(linksIn('Is it https://example.com/a.b?')).toEqual(['https://example.com/a.b']);
    expect(linksIn('(https://example.com/a), then …https://example.com/b…')).toEqual([
      'https://example.com/a',
      'https://example.com/b',
    ]);
    expect(linksIn('https://en.wikipedia.org/wiki/Cairn_(disambiguation)')).toEqual([
      'https://en.wikipedia.org/wiki/Cairn_(disambiguation)',
    ]);
    expect(linksIn('[https://example.com/a[1]]')).toEqual(['https://example.com/a[1]']);
    expect(linksIn('«https://example.com/a» “https://example.com/b”')).toEqual([
      'https://example.com/a',
      'https://example.com/b',
    ]);
    expect(linksIn('**https://example.com/a**')).toEqual(['https://example.com/a']);
  });

  it('are found in Chinese and Japanese, which have no spaces', () => {
    expect(linksIn('詳細はhttps://example.com/a。次は「https://example.com/b」、（https://example.com/c）')).toEqual([
      'https://example.com/a',
      'https://example.com/b',
      'https://example.com/c',
    ]);
    expect(linksIn('请看https://example.com/a，谢谢！')).toEqual(['https://example.com/a']);
    expect(linksIn('https://ja.wikipedia.org/wiki/佐々木')).toEqual(['https://ja.wikipedia.org/wiki/佐々木']);
  });

  it('may have any letters', () => {
    expect(linksIn('https://müller.example/straße/東京')).toEqual(['https://müller.example/straße/東京']);
  });
});

describe('text that is not an address', () => {
  it.each([
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://example.com',
    'mailto:mara@example.com',
    '//example.com',
    'www.example.com',
    'xhttps://example.com',
    'https://',
    'https://.',
    'https://[',
    'http://%',
    'http:example.com',
    'https://bank.example@evil.example/login',
    'https://bank.example:443@evil.example',
  ])('%s', (text) => {
    expect(linkify(text)).toEqual([{ text, at: 0 }]);
  });

  it('is what surrounds an address: quotes, tags, and characters that nobody sees', () => {
    expect(linksIn('<a href="https://example.com/x" onclick="alert(1)">')).toEqual(['https://example.com/x']);
    expect(linksIn('<img src=https://example.com/x onerror=alert(1)>')).toEqual(['https://example.com/x']);
    expect(linksIn('javascript:alert(1)//https://example.com')).toEqual(['https://example.com']);
    expect(linksIn('https://example.com/\u202egpj.exe')).toEqual(['https://example.com/']);
    expect(linksIn('https://example.com/\u0000x https://exa\u200bmple.com')).toEqual([
      'https://example.com/',
      'https://exa',
    ]);
  });
});

describe('however it is written', () => {
  // A search that went back for each character would pass the time limit of a test.
  it.each([
    `https://example.com/${'a'.repeat(100_000)}`,
    `https://example.com/${')'.repeat(100_000)}`,
    'https://'.repeat(12_000),
    `https://example.com/${'(.'.repeat(50_000)}`,
    `${'http'.repeat(25_000)}://`,
    'https://example.com/\ud800 x',
  ])('nothing of a text is lost', (text) => {
    expect(whole(text)).toBe(text);
  });
});
