import { describe, expect, it } from 'vitest';
import { number, percentChange } from './format';

/** The catalogue itself, what only developers see, what is generated, and tests. */
const LEFT_OUT = /^\.\/|^\.\.\/(ui\/gallery|graphiql)\/|\.generated\.ts$|\.(test|fixture)\.tsx?$|\.d\.ts$/;

/** Attributes that people read or hear, whatever they are set to; words between tags are the linter's concern. */
const ATTRIBUTES =
  'label|title|text|placeholder|hint|alt|confirmLabel|message|note|aria-(?:label|description|roledescription|valuetext)';
const SPOKEN = [
  new RegExp(`\\b(?:${ATTRIBUTES})=\\{?(["'\`])(?=[^"'\`]*\\p{L}{2})(?!\\$\\{[^}]*\\}\\1)[^"'\`]+\\1`, 'gu'),
  /\b(?:usePageTitle|errorText|notify\.\w+)\((?:\w+, )?["'`][^"'`]+["'`]/g,
  /\b(?:label|title|text|words|fallback|message)\??(?::| =) ["'`]\p{Lu}[^"'`]*["'`]/gu,
  // A sentence in any file, except for texts that only developers and servers read.
  /(?<!Error\()["'`](?!Bearer )\p{Lu}\p{L}*[,:]? [\p{L}\d$][^"'`]*["'`]/gu,
];
const withoutComments = (code: string): string => code.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');

/** Words in the code of a component that belong into the catalogue. */
const wordsIn = (code: string): string[] => SPOKEN.flatMap((pattern) => withoutComments(code).match(pattern) ?? []);

const files = import.meta.glob<string>('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true });
const sources = Object.entries(files).filter(([name]) => !LEFT_OUT.test(name));

describe('the finder of words', () => {
  it.each([
    'aria-label="Account menu"',
    "label={'Delete'}",
    'title={`Delete ${name}`}',
    'placeholder="search"',
    "usePageTitle('Board')",
    "errorText(error, 'Failed to fetch tasks')",
    "notify.success('Saved')",
    "fallback: 'Failed'",
    "{ id: 'x', label: 'Appearance' }",
    "const NO_TOKEN = 'This link is not complete.'",
    '`Overdue by ${span}`',
  ])('finds %s', (code) => {
    expect(wordsIn(code)).not.toEqual([]);
  });

  it.each([
    'label={texts.delete}',
    'aria-labelledby={`${id}-title`}',
    'aria-hidden="true"',
    'title={`${name}`}',
    'className="flex gap-2"',
    "key === 'Enter'",
    "throw new Error('useCurrentUser needs a SessionProvider above it.')",
    '`Bearer ${token}`',
    "// says 'Not found' twice",
    "/** 'Today at 5:00 PM' */",
  ])('leaves %s', (code) => {
    expect(wordsIn(code)).toEqual([]);
  });
});

describe('the catalogue', () => {
  it('has every word that people read: no component has its own', () => {
    expect(sources.length).toBeGreaterThan(200);
    const found = sources.flatMap(([name, code]) => wordsIn(code).map((words) => `${name}: ${words}`));
    expect(found).toEqual([]);
  });
});

describe('the formats', () => {
  it('write numbers and changes as the language does', () => {
    expect([number(0), number(12_400)]).toEqual(['0', '12,400']);
    expect([18, -5, 0, 1_250].map(percentChange)).toEqual(['+18%', '-5%', '0%', '+1,250%']);
  });
});
