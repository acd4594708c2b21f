import { describe, expect, it } from 'vitest';
import { matchLanguage, readAcceptLanguage } from './languages.js';

describe('the language of a browser', () => {
  it.each([
    [['de-AT', 'en'], 'de'],
    [['pt-PT'], 'pt-BR'],
    [['zh'], 'zh-CN'],
    [['zh-Hans-SG'], 'zh-CN'],
    [['sv-SE', 'fr-CA', 'en'], 'fr'],
    [['ja'], 'ja'],
    [['tlh'], 'en'],
    [[], 'en'],
    [['', 'x', '-', 'EN-GB'], 'en'],
  ] as const)('of %j is %s', (tags, language) => {
    expect(matchLanguage(tags)).toBe(language);
  });

  it('that reads traditional Chinese is the next one that the app has', () => {
    expect(matchLanguage(['zh-TW', 'ja'])).toBe('ja');
    expect(matchLanguage(['zh-Hant-HK'])).toBe('en');
  });
});

describe('Accept-Language', () => {
  it.each([
    ['de-CH, fr;q=0.9, en;q=0.8', 'de'],
    ['sv, en;q=0.5, pl;q=0.7', 'pl'],
    ['fr;q=0, es', 'es'],
    ['*', null],
    ['sv-SE', null],
    ['', null],
    [undefined, null],
    [';;;,,q=', null],
    [`${'x'.repeat(10_000)}, de`, null],
  ] as const)('%s asks for %s', (header, language) => {
    expect(readAcceptLanguage(header)).toBe(language);
  });
});
