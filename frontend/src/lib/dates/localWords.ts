import type { Chrono } from 'chrono-node';
import { LANGUAGE, LOCALE, type AppLanguage } from '../../language/language';

/* Parses days in the words of the app's language. English always works; other text is parsed by chrono-node's parser of
   the language, if it has one. Names of days and months work in every language. */

const READERS: Partial<Record<AppLanguage, () => Promise<{ casual: Chrono }>>> = {
  de: () => import('chrono-node/de'),
  fr: () => import('chrono-node/fr'),
  es: () => import('chrono-node/es'),
  it: () => import('chrono-node/it'),
  nl: () => import('chrono-node/nl'),
  'pt-BR': () => import('chrono-node/pt'),
  ja: () => import('chrono-node/ja'),
  // Its default reads only today and tomorrow in simplified characters.
  'zh-CN': async () => (await import('chrono-node/zh')).hans,
};

/** The name of a day, in a pattern. */
const DAY = String.raw`(\p{L}+)`;

/**
 * Words that chrono-node does not know, or reads as another day than the app does in English, as patterns of whole
 * words. 'Next week' is its Monday, as for the button of this name, 'last Friday' is in the past, and the name of
 * today's weekday means the day a week from now, with a time, too.
 */
const MORE: Partial<Record<AppLanguage, readonly (readonly [pattern: string, english: string])[]>> = {
  de: [
    ['nächste[rn]? woche', 'next week'],
    ['nächste[rn] monat', 'next month'],
    ['letzte[rn]?|vorige[rn]?', 'last'],
    ['kommende[rn]?', 'coming'],
    [String.raw`(?:um )?(\d{1,2}) uhr`, '$1:00'],
  ],
  fr: [
    ['aujourd’hui', 'today'],
    ['après-demain', 'the day after tomorrow'],
    ['(?:la )?semaine prochaine', 'next week'],
    ['(?:le )?mois prochain', 'next month'],
    [`${DAY} dernier`, 'last $1'],
    [String.raw`(?:à )?(\d{1,2}) ?h`, '$1:00'],
  ],
  es: [
    ['pasado mañana', 'the day after tomorrow'],
    ['(?:la )?(?:próxima semana|semana próxima|semana que viene)', 'next week'],
    ['próximo mes|mes próximo|mes que viene', 'next month'],
  ],
  it: [
    ['(?:la )?(?:prossima settimana|settimana prossima)', 'next week'],
    ['prossimo mese|mese prossimo', 'next month'],
    [`${DAY} scors[oa]|scors[oa] ${DAY}`, 'last $1$2'],
  ],
  nl: [
    ['overmorgen', 'the day after tomorrow'],
    ['volgende week', 'next week'],
    ['volgende maand', 'next month'],
    ['vorige|afgelopen', 'last'],
    ['komende|aanstaande', 'coming'],
    [String.raw`(?:om )?(\d{1,2}) uur`, '$1:00'],
  ],
  pl: [
    ['dzisiaj|dziś', 'today'],
    ['pojutrze', 'the day after tomorrow'],
    ['jutro', 'tomorrow'],
    ['wczoraj', 'yesterday'],
    ['(?:przyszłym|następnym) tygodniu|(?:przyszły|następny) tydzień', 'next week'],
    ['(?:przyszłym|następnym) miesiącu|(?:przyszły|następny) miesiąc', 'next month'],
    ['za tydzień', 'in 1 week'],
    ['za miesiąc', 'in 1 month'],
    ['za', 'in'],
    ['dni', 'days'],
    ['tygodnie|tygodni', 'weeks'],
    ['miesiące|miesięcy', 'months'],
    // After a preposition: 'w środę'.
    ['środę', 'wednesday'],
    ['sobotę', 'saturday'],
    ['niedzielę', 'sunday'],
  ],
  'pt-BR': [
    ['depois de amanhã', 'the day after tomorrow'],
    ['próxima semana|semana que vem', 'next week'],
    ['próximo mês|mês que vem', 'next month'],
    ['daqui a', 'in'],
    ['uma semana', '1 week'],
    ['dias', 'days'],
    ['semanas', 'weeks'],
    ['meses', 'months'],
    ['segunda(?:-feira)?', 'monday'],
    ['terça(?:-feira)?', 'tuesday'],
    ['quarta(?:-feira)?', 'wednesday'],
    ['quinta(?:-feira)?', 'thursday'],
    ['sexta(?:-feira)?', 'friday'],
  ],
  ja: [
    ['明後日|あさって', 'the day after tomorrow'],
    ['来週の?', 'next week '],
    ['来月', 'next month'],
    [String.raw`(\d+) ?日後`, 'in $1 days'],
    [String.raw`(\d+) ?週間後`, 'in $1 weeks'],
    ['曜(?!日)', '曜日'],
  ],
  'zh-CN': [
    ['下个?(?:周|星期|礼拜)(?![一二三四五六日天])', 'next week'],
    ['下个?月', 'next month'],
    ['一周后', 'in 1 week'],
    [String.raw`(\d+) ?周后`, 'in $1 weeks'],
  ],
};

let chrono: Chrono | undefined;
let locale: string = LOCALE;
let names: readonly (readonly [RegExp, string])[] = [];

/** Chinese and Japanese do not separate words. */
const UNSEPARATED = /^(?:ja|zh)/;

const wholeWords = (pattern: string): RegExp =>
  new RegExp(UNSEPARATED.test(locale) ? pattern : String.raw`(?<![\p{L}\p{N}])(?:${pattern})(?![\p{L}\p{N}])`, 'u');

const patternOf = (name: string): string =>
  name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replace(/\\\.$/, String.raw`\.?`);

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

function namesOf(language: AppLanguage): [RegExp, string][] {
  const named = (options: Intl.DateTimeFormatOptions, dates: readonly Date[], english: (at: number) => string) =>
    dates.map((date, at): [string, string] => [
      new Intl.DateTimeFormat(locale, options).format(date).toLowerCase(),
      english(at),
    ]);
  // November 1, 2026 is a Sunday.
  const week = Array.from({ length: 7 }, (_, day) => new Date(2026, 10, 1 + day));
  const weekdays = [
    ...named({ weekday: 'long' }, week, (day) => WEEKDAYS[day] ?? ''),
    ...named({ weekday: 'short' }, week, (day) => WEEKDAYS[day] ?? ''),
  ]
    .filter(([name]) => /\p{L}{2,}|\p{Script=Han}/u.test(name))
    .map(([name, english]): [string, string] => [patternOf(name), english]);
  return [...(MORE[language] ?? []), ...weekdays].map(([pattern, english]) => [wholeWords(pattern), english]);
}

/** Loads the code that parses days in a language. */
export const loadLocalWords = async (language: AppLanguage = LANGUAGE, ofDates: string = LOCALE): Promise<void> => {
  locale = ofDates;
  names = language === 'en' ? [] : namesOf(language);
  chrono = (await READERS[language]?.())?.casual;
};

/** Returns the locale whose names of months are understood. */
export const localLocale = (): string => locale;

/** Returns the parser of the app's language, if there is one. */
export const localChrono = (): Chrono | undefined => chrono;

/** Replaces names in the app's language by English ones. */
export const toEnglishNames = (text: string): string =>
  names.reduce((said, [pattern, english]) => said.replace(pattern, english), text).trim();
