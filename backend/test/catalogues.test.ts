import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse, type Token } from '@messageformat/parser';
import { parsePo } from 'pofile-ts';
import { describe, expect, it } from 'vitest';
import { LANGUAGES, UNFINISHED } from '../contract/languages.js';

/*
 * What every translation holds to, of the app and of mails. How well it reads is for people.
 */

const ROOT = path.resolve(import.meta.dirname, '../..');
const FOLDERS = ['frontend/src/locales', 'backend/locales'].map((folder) => path.join(ROOT, folder));

interface Message {
  where: string;
  id: string;
  text: string;
}

/** Reads the messages of a language by their context and English text. */
const readMessages = (language: string): Map<string, Message> => {
  const messages = new Map<string, Message>();
  for (const folder of FOLDERS) {
    for (const file of readdirSync(path.join(folder, language)).filter((name) => name.endsWith('.po'))) {
      const { items } = parsePo(readFileSync(path.join(folder, language, file), 'utf8'));
      for (const {
        msgid: id,
        msgctxt,
        msgstr: [text = ''],
      } of items) {
        messages.set(`${file} ${msgctxt ?? ''} ${id}`, { where: file, id, text });
      }
    }
  }
  return messages;
};

const ENGLISH = readMessages('en');
const OTHERS = LANGUAGES.filter((language) => language !== 'en');
const FINISHED = OTHERS.filter((language) => !UNFINISHED.includes(language));

/** The names of the values in a message, and the forms of its plurals. */
const partsOf = (tokens: Token[], values = new Set<string>(), plurals: string[][] = []) => {
  for (const token of tokens) {
    if ('arg' in token) values.add(token.arg);
    if (token.type === 'plural') plurals.push(token.cases.map(({ key }) => key));
    if ('cases' in token) for (const { tokens: inner } of token.cases) partsOf(inner, values, plurals);
  }
  return { values: [...values].toSorted(), plurals };
};
const elementsOf = (text: string): string[] => (text.match(/<\/?\w+\/?>/g) ?? []).toSorted();

/** Compares a translation with its English text. Returns what is wrong. */
const faultsOf = ({ id, text }: Message, forms: readonly string[]): string[] => {
  const english = partsOf(parse(id));
  let own: typeof english;
  try {
    own = partsOf(parse(text));
  } catch (error) {
    return [`${text}: ${(error as Error).message}`];
  }
  const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
  return [
    ...(isSame(english.values, own.values) ? [] : [`other values: ${id} | ${text}`]),
    ...(isSame(elementsOf(id), elementsOf(text)) ? [] : [`other elements: ${id} | ${text}`]),
    ...own.plurals.flatMap((given) =>
      forms.every((form) => given.includes(form)) ? [] : [`a form of the plural is missing: ${text}`],
    ),
  ];
};

/** The forms of plurals that texts need. `many` of Romance languages is for millions. */
const formsOf = (language: string): string[] =>
  new Intl.PluralRules(language)
    .resolvedOptions()
    .pluralCategories.filter((form) => form !== 'many' || !/^(?:es|fr|it|pt)/.test(language));

/** The words of a text, without values, forms, elements, addresses and names in capitals. */
const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/\{\w+\}|\{\w+, \w+,|<[^>]+>|https?:\S+|\S+@\S+|\b(?:one|other)(?= \{)/g, ' ')
    .match(/(?<![\p{L}\p{N}])\p{L}*\p{Ll}{2,}\p{L}*/gu) ?? [];

const LATIN = ['de', 'fr', 'es', 'it', 'nl', 'pl', 'pt-BR'];
const SCRIPTS: Readonly<Record<string, RegExp>> = {
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
  'zh-CN': /\p{Script=Han}/u,
};

/** A message without a sign of the language's own script: those that are names. */
const isForeign = (language: string, { text }: Message): boolean => {
  const own = SCRIPTS[language];
  if (own) return !own.test(text) && wordsOf(text).length > 0;
  return /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(text);
};

describe.each(OTHERS)('the words of %s', (language) => {
  const messages = readMessages(language);

  it('are for the same messages as the English ones', () => {
    expect([...messages.keys()].toSorted()).toEqual([...ENGLISH.keys()].toSorted());
  });

  it('have the same values and elements, and all forms of plurals', () => {
    const forms = formsOf(language);
    const faults = [...messages.values()].filter(({ text }) => text !== '').flatMap((it) => faultsOf(it, forms));
    expect(faults).toEqual([]);
  });

  // The catalogues of the app share their ids: if two had different translations, the one loaded last would win.
  it('are the same for a message in every catalogue', () => {
    const found = new Map<string, Set<string>>();
    for (const [key, { where, text }] of messages) {
      if (where !== 'server.po') {
        const id = key.slice(where.length);
        found.set(id, (found.get(id) ?? new Set()).add(text));
      }
    }
    expect([...found].filter(([, texts]) => texts.size > 1)).toEqual([]);
  });

  it('have the same spaces at their ends, because code joins some', () => {
    const isSpaced = /^ | $/;
    const others = [...messages.values()].filter(
      ({ id, text }) => text !== '' && id.length > 2 && isSpaced.test(id) !== isSpaced.test(text) && !SCRIPTS[language],
    );
    expect(others.map(({ id, text }) => `${id} | ${text}`)).toEqual([]);
  });
});

describe.each(FINISHED)('%s, which is finished,', (language) => {
  const messages = [...readMessages(language).values()];

  it('lacks no message', () => {
    expect(messages.filter(({ text }) => text === '').map(({ id }) => id)).toEqual([]);
  });

  it('is written in its script', () => {
    const foreign = messages.filter((message) => isForeign(language, message)).map(({ text }) => text);
    // Names of products and formats.
    expect(foreign.length).toBeLessThan(SCRIPTS[language] ? 40 : 1);
    expect(foreign.filter((text) => text.split(' ').length > 3)).toEqual([]);
  });

  it('has no sentence that is still English', () => {
    const same = messages.filter(({ id, text }) => text === id && wordsOf(id).length > 2);
    expect(same.map(({ id }) => id)).toEqual([]);
  });
});

it('knows the script of every language', () => {
  expect([...LATIN, ...Object.keys(SCRIPTS)].toSorted()).toEqual(OTHERS.toSorted());
});
