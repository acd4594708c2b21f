import { afterEach, describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from '@contract/languages';
import { readDueWords } from './dueWords';
import { loadLocalWords } from './localWords';

/** A Wednesday morning. */
const now = new Date('2026-11-25T09:30:00Z');
const zone = 'Europe/Berlin';

const read = (text: string, locale: string): string | null => {
  const found = readDueWords(text, { now, zone, locale });
  return found?.due.replace('T', ' ') ?? null;
};

afterEach(() => loadLocalWords('en', 'en-US'));

const LOCALES: readonly (readonly [Language, string])[] = [
  ['en', 'en-US'],
  ['de', 'de'],
  ['de', 'de-AT'],
  ['fr', 'fr'],
  ['fr', 'fr-CA'],
  ['es', 'es'],
  ['es', 'es-MX'],
  ['it', 'it'],
  ['nl', 'nl'],
  ['pl', 'pl'],
  ['pt-BR', 'pt-BR'],
  ['pt-BR', 'pt-PT'],
  ['ja', 'ja'],
  ['zh-CN', 'zh-CN'],
];

describe('a date as the app writes it', () => {
  it('is tested in every language', () => {
    expect(new Set(LOCALES.map(([language]) => language))).toEqual(new Set(LANGUAGES));
  });

  it.each(LOCALES)('is read again in %s of %s, in each month, with and without a time', async (language, locale) => {
    await loadLocalWords(language, locale);
    const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
    const full = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
    for (let month = 0; month < 12; month += 1) {
      const date = new Date(2027, month, 21, 17, 5);
      const iso = `2027-${String(month + 1).padStart(2, '0')}-21`;
      expect([day.format(date), read(day.format(date), locale)]).toEqual([day.format(date), iso]);
      const text = full.format(date).replace('\u202f', ' ');
      expect([text, read(text, locale)]).toEqual([text, `${iso} 17:05`]);
    }
  });

  it.each(LOCALES)('is read in %s of %s with the name of its month in full', async (language, locale) => {
    await loadLocalWords(language, locale);
    const long = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' });
    for (let month = 0; month < 12; month += 1) {
      const text = long.format(new Date(2027, month, 21));
      expect([text, read(text, locale)]).toEqual([text, `2027-${String(month + 1).padStart(2, '0')}-21`]);
    }
  });
});

describe('the name of a day of the week', () => {
  it.each(LOCALES)('is understood in %s of %s', async (language, locale) => {
    await loadLocalWords(language, locale);
    const long = new Intl.DateTimeFormat(locale, { weekday: 'long' });
    for (let ahead = 1; ahead <= 6; ahead += 1) {
      const date = new Date(2026, 10, 25 + ahead);
      const iso = `2026-${date.getMonth() === 10 ? `11-${date.getDate()}` : `12-0${date.getDate()}`}`;
      expect([long.format(date), read(long.format(date), locale)]).toEqual([long.format(date), iso]);
    }
  });
});

const PHRASES: readonly (readonly [Language, string, string | null])[] = [
  ['de', 'morgen', '2026-11-26'],
  ['de', 'übermorgen', '2026-11-27'],
  ['de', 'morgen um 17 Uhr', '2026-11-26 17:00'],
  ['de', 'Freitag 14:30', '2026-11-27 14:30'],
  ['de', 'in 3 Tagen', '2026-11-28'],
  ['de', 'am Freitag', '2026-11-27'],
  ['de', 'am 3. Dezember', '2026-12-03'],
  ['de', '3.12.', '2026-12-03'],
  ['de', 'irgendwann', null],
  ['fr', 'demain', '2026-11-26'],
  ['fr', 'après-demain', '2026-11-27'],
  ['fr', 'vendredi', '2026-11-27'],
  ['fr', 'dans 3 jours', '2026-11-28'],
  ['fr', 'le 3 décembre', '2026-12-03'],
  ['es', 'mañana', '2026-11-26'],
  ['es', 'el viernes', '2026-11-27'],
  ['es', 'viernes', '2026-11-27'],
  ['es', 'en 3 días', '2026-11-28'],
  ['es', '3 de diciembre', '2026-12-03'],
  ['it', 'domani', '2026-11-26'],
  ['it', 'venerdì', '2026-11-27'],
  ['nl', 'morgen', '2026-11-26'],
  ['nl', 'vrijdag', '2026-11-27'],
  ['nl', 'over 3 dagen', '2026-11-28'],
  ['pl', 'pojutrze', '2026-11-27'],
  ['pl', 'piątek', '2026-11-27'],
  ['pl', '3 grudnia', '2026-12-03'],
  ['pt-BR', 'amanhã', '2026-11-26'],
  ['pt-BR', 'sexta-feira', '2026-11-27'],
  ['pt-BR', '3 de dezembro', '2026-12-03'],
  ['ja', '明日', '2026-11-26'],
  ['ja', '12月3日', '2026-12-03'],
  ['zh-CN', '明天', '2026-11-26'],
  ['zh-CN', '12月3日', '2026-12-03'],
  // the day after tomorrow
  ['es', 'pasado mañana', '2026-11-27'],
  ['it', 'dopodomani', '2026-11-27'],
  ['nl', 'overmorgen', '2026-11-27'],
  ['pt-BR', 'depois de amanhã', '2026-11-27'],
  ['ja', '明後日', '2026-11-27'],
  ['zh-CN', '后天', '2026-11-27'],
  ['zh-CN', '大后天', '2026-11-28'],
  // next week, as the button says: a Monday
  ['de', 'nächste Woche', '2026-11-30'],
  ['de', 'Freitag nächste Woche', '2026-12-04'],
  ['de', 'nächste Woche um 9 Uhr', '2026-11-30 09:00'],
  ['fr', 'la semaine prochaine', '2026-11-30'],
  ['es', 'la próxima semana', '2026-11-30'],
  ['it', 'la prossima settimana', '2026-11-30'],
  ['nl', 'volgende week', '2026-11-30'],
  ['pl', 'w przyszłym tygodniu', '2026-11-30'],
  ['pt-BR', 'próxima semana', '2026-11-30'],
  ['ja', '来週', '2026-11-30'],
  ['ja', '来週の金曜日', '2026-12-04'],
  ['zh-CN', '下周', '2026-11-30'],
  ['zh-CN', '下周五', '2026-12-04'],
  ['de', 'nächsten Monat', '2026-12-01'],
  // spans
  ['de', 'in einer Woche', '2026-12-02'],
  ['pl', 'za 3 dni', '2026-11-28'],
  ['pl', 'za tydzień', '2026-12-02'],
  ['pt-BR', 'em 3 dias', '2026-11-28'],
  ['ja', '3日後', '2026-11-28'],
  ['zh-CN', '3天后', '2026-11-28'],
  // days that have passed
  ['de', 'letzten Freitag', '2026-11-20'],
  ['fr', 'vendredi dernier', '2026-11-20'],
  ['it', 'venerdì scorso', '2026-11-20'],
  ['nl', 'vorige vrijdag', '2026-11-20'],
  ['zh-CN', '上周五', '2026-11-20'],
  // the name of today
  ['de', 'Mittwoch 17 Uhr', '2026-12-02 17:00'],
  ['fr', 'mercredi à 17h', '2026-12-02 17:00'],
  ['nl', 'woensdag om 17 uur', '2026-12-02 17:00'],
  ['pt-BR', 'quarta', '2026-12-02'],
  ['ja', '水曜', '2026-12-02'],
  ['pl', 'w środę', '2026-12-02'],
  ['fr', 'dans 2h', '2026-11-25 12:30'],
  // as phones write the apostrophe
  ['fr', 'aujourd’hui', '2026-11-25'],
];

/** The examples that the app shows next to its date fields. */
const EXAMPLES: Readonly<Record<Language, readonly string[]>> = {
  en: ['fri', 'Nov 25', 'tomorrow 5pm', 'friday'],
  de: ['fr', '25.11.', 'morgen 17 Uhr', 'freitag'],
  fr: ['ven', '25 nov', 'demain 17h', 'vendredi'],
  es: ['vie', '25 nov', 'mañana 17:00', 'viernes'],
  it: ['ven', '25 nov', 'domani 17:00', 'venerdì'],
  nl: ['vr', '25 nov', 'morgen 17:00', 'vrijdag'],
  pl: ['pt', '25 lis', 'jutro 17:00', 'piątek'],
  'pt-BR': ['sex', '25 nov', 'amanhã 17:00', 'sexta'],
  ja: ['金曜日', '11月25日', '明日 17:00', '金曜日'],
  'zh-CN': ['周五', '11月25日', '明天 17:00', '周五'],
};

describe('the examples of the app', () => {
  it.each(LANGUAGES)('are understood in %s', async (language) => {
    await loadLocalWords(language, language);
    expect(EXAMPLES[language].map((text) => read(text, language))).toEqual([
      '2026-11-27',
      '2026-11-25',
      '2026-11-26 17:00',
      '2026-11-27',
    ]);
  });
});

describe('days in words', () => {
  it.each(PHRASES)('%s: %s is %s', async (language, text, day) => {
    await loadLocalWords(language, language);
    expect(read(text, language)).toBe(day);
  });

  it.each(LANGUAGES)('are understood in English in %s, too', async (language) => {
    await loadLocalWords(language, language);
    expect(['tomorrow', 'fri', 'in 3 days'].map((text) => read(text, language))).toEqual([
      '2026-11-26',
      '2026-11-27',
      '2026-11-28',
    ]);
  });
});
