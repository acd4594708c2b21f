/* Writes dates in words of languages for which there is no parser in English words, which another parser reads. */

type Words = readonly (readonly [word: string, english: string])[];

const SCANDINAVIAN: Words = [
  ['i dag', 'today'],
  ['i morgen', 'tomorrow'],
  ['i overmorgen', 'in 2 days'],
  ['kl', 'at'],
];

/** Words besides the names of days and months, by Todoist's names of the languages. */
const WORDS: ReadonlyMap<string, Words> = new Map([
  ['da', SCANDINAVIAN],
  ['nb', SCANDINAVIAN],
  [
    'pl',
    [
      ['dzisiaj', 'today'],
      ['dziś', 'today'],
      ['jutro', 'tomorrow'],
      ['pojutrze', 'in 2 days'],
      ['o', 'at'],
    ],
  ],
  [
    'ko',
    [
      ['오늘', 'today'],
      ['내일', 'tomorrow'],
      ['모레', 'in 2 days'],
    ],
  ],
  [
    'tr',
    [
      ['bugün', 'today'],
      ['yarın', 'tomorrow'],
      ['saat', 'at'],
    ],
  ],
]);

/** A Monday, and the first days of the twelve months. */
const WEEK = Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2024, 0, 1 + day)));
const YEAR = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2024, month, 1)));

/** Returns a part of a date in words, as it is written alone and, because its case can differ, within a date. */
function namesOf(language: string, part: 'weekday' | 'month', date: Date): string[] {
  const lengths = ['long', 'short'] as const;
  return lengths.flatMap((length) =>
    [{}, { day: 'numeric' } as const].flatMap((around) =>
      new Intl.DateTimeFormat(language, { ...around, [part]: length, timeZone: 'UTC' })
        .formatToParts(date)
        .flatMap(({ type, value }) => (type === part ? value.toLocaleLowerCase(language).replace(/\.$/, '') : [])),
    ),
  );
}

interface Dictionary {
  meanings: ReadonlyMap<string, string>;
  /** Matches one of its words. */
  pattern: RegExp;
}

function makeDictionary(language: string): Dictionary {
  const meanings = new Map(WORDS.get(language));
  for (const [part, dates] of [['month', YEAR] as const, ['weekday', WEEK] as const]) {
    for (const date of dates) {
      const [english = ''] = namesOf('en', part, date);
      for (const name of namesOf(language, part, date)) if (!meanings.has(name)) meanings.set(name, english);
    }
  }
  const words = [...meanings.keys()].toSorted((a, b) => b.length - a.length).join('|');
  return { meanings, pattern: new RegExp(`(?<![\\p{L}\\p{N}])(${words})(?![\\p{L}\\p{N}])\\.?`, 'giu') };
}

const known = new Map<string, Dictionary>();

/** Korean writes units behind numbers, without a space. */
const KOREAN_DAY = /(?:(\d{4})년\s*)?(\d{1,2})월\s*(\d{1,2})일/u;

/** Returns a date in English words if it is written in one of these languages; otherwise the same text. */
export function toEnglishDate(text: string, language: string): string {
  if (!WORDS.has(language)) return text;
  const { meanings, pattern } = known.get(language) ?? makeDictionary(language);
  known.set(language, { meanings, pattern });
  return text
    .replace(KOREAN_DAY, (_, year: string | undefined, month: string, day: string) =>
      [meanings.get(`${month}월`) ?? month, day, year].filter(Boolean).join(' '),
    )
    .replace(/(\d)\.(?=\s)/gu, '$1')
    .replace(pattern, (found, word: string) => meanings.get(word.toLocaleLowerCase(language)) ?? found);
}
