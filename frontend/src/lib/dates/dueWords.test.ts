import { describe, expect, it } from 'vitest';
import { readDayWords, readDueWords } from './dueWords';
import { quickDays } from './localDays';

/** Who writes: when, where, and in which language. */
const WRITERS = {
  // a Wednesday morning
  berlin: { now: '2026-11-25T09:30:00Z', zone: 'Europe/Berlin', locale: 'de-DE' },
  newYork: { now: '2026-11-25T15:30:00Z', zone: 'America/New_York', locale: 'en-US' },
  london: { now: '2026-11-25T10:30:00Z', zone: 'Europe/London', locale: 'en-GB' },
  tokyo: { now: '2026-11-25T01:30:00Z', zone: 'Asia/Tokyo', locale: 'ja-JP' },
  stockholm: { now: '2026-11-25T09:30:00Z', zone: 'Europe/Stockholm', locale: 'sv-SE' },
  cairo: { now: '2026-11-25T08:30:00Z', zone: 'Africa/Cairo', locale: 'ar-EG' },
  // around midnight: the same moment is Tuesday, Wednesday and, on Kiritimati, nearly over
  honolulu: { now: '2026-11-25T09:59:00Z', zone: 'Pacific/Honolulu', locale: 'en-US' },
  kiritimati: { now: '2026-11-25T09:59:00Z', zone: 'Pacific/Kiritimati', locale: 'en-US' },
  kolkata: { now: '2026-11-24T18:31:00Z', zone: 'Asia/Kolkata', locale: 'en-IN' },
  // a Sunday: the first day of a week, or its last
  sundayUS: { now: '2026-11-22T17:00:00Z', zone: 'America/New_York', locale: 'en-US' },
  sundayGB: { now: '2026-11-22T12:00:00Z', zone: 'Europe/London', locale: 'en-GB' },
  saturdayEG: { now: '2026-11-21T10:00:00Z', zone: 'Africa/Cairo', locale: 'ar-EG' },
  // the evenings before clocks are changed, and the hours in which they are
  springBerlin: { now: '2027-03-27T22:30:00Z', zone: 'Europe/Berlin', locale: 'de-DE' },
  springNewYork: { now: '2027-03-14T06:30:00Z', zone: 'America/New_York', locale: 'en-US' },
  autumnNewYork: { now: '2026-11-01T05:30:00Z', zone: 'America/New_York', locale: 'en-US' },
  lordHowe: { now: '2026-10-03T12:30:00Z', zone: 'Australia/Lord_Howe', locale: 'en-AU' },
  // the end of a year, and of a month that has 30 days
  newYearsEve: { now: '2026-12-31T20:00:00Z', zone: 'Europe/Berlin', locale: 'de-DE' },
  posix: { now: '2026-11-25T15:30:00Z', zone: 'America/New_York', locale: 'en-US@posix' },
} as const;
type Writer = keyof typeof WRITERS;

const read = (text: string, writer: Writer): string | null => {
  const { now, zone, locale } = WRITERS[writer];
  const answer = readDueWords(text, { now: new Date(now), zone, locale });
  if (!answer) return null;
  return answer.hasTime ? answer.due.replace('T', ' ') : answer.due;
};

type Phrase = readonly [text: string, meaning: string | null, writer?: Writer];

const MEANT: readonly Phrase[] = [
  // names of days
  ['today', '2026-11-25'],
  ['Tomorrow', '2026-11-26'],
  ['tom', '2026-11-26'],
  ['tmrw', '2026-11-26'],
  ['yesterday', '2026-11-24'],
  ['day after tomorrow', '2026-11-27'],
  ['fri', '2026-11-27'],
  ['Friday', '2026-11-27'],
  ['by Friday', '2026-11-27'],
  ['due on fri', '2026-11-27'],
  ['mon', '2026-11-30'],
  ['thurs', '2026-11-26'],
  ['sun', '2026-11-29'],
  ['wed', '2026-12-02'],
  ['wednesday 5pm', '2026-12-02 17:00'],
  ['this wed', '2026-11-25'],
  ['this fri', '2026-11-27'],
  ['last friday', '2026-11-20'],
  ['tonight', '2026-11-25 21:00'],
  ['tomorrow morning', '2026-11-26 09:00'],
  ['fri afternoon', '2026-11-27 15:00'],
  ['weekend', '2026-11-28'],
  ['end of week', '2026-11-27'],
  ['eod', '2026-11-25'],
  ['eom', '2026-11-30'],
  ['end of month', '2026-11-30'],
  ['next month', '2026-12-01'],
  ['next year', '2027-01-01'],
  ['the 30th', '2026-11-30'],
  ['24th', '2026-12-24'],
  ['31st', '2026-12-31'],
  // weeks, which begin on Sunday, Monday or Saturday
  ['next week', '2026-11-30', 'newYork'],
  ['next week', '2026-11-30', 'london'],
  ['next week', '2026-11-30', 'sundayUS'],
  ['next week', '2026-11-23', 'sundayGB'],
  ['next week', '2026-11-30', 'saturdayEG'],
  ['next fri', '2026-12-04', 'newYork'],
  ['next fri', '2026-12-04', 'sundayUS'],
  ['next fri', '2026-11-27', 'sundayGB'],
  ['friday next week', '2026-12-04'],
  ['next week on tue', '2026-12-01'],
  ['next week 9am', '2026-11-30 09:00'],
  // spans
  ['in 3 days', '2026-11-28'],
  ['3d', '2026-11-28'],
  ['2w', '2026-12-09'],
  ['in 2 weeks', '2026-12-09'],
  ['a week from today', '2026-12-02'],
  ['in a fortnight', '2026-12-09'],
  ['in a month', '2026-12-25'],
  ['in 2 hours', '2026-11-25 12:30'],
  ['in half an hour', '2026-11-25 11:00'],
  ['in 20 min', '2026-11-25 10:50'],
  ['in 3 days at 5pm', '2026-11-28 17:00'],
  ['3 days before dec 25', '2026-12-22'],
  // times
  ['5pm', '2026-11-25 17:00'],
  ['9:00', '2026-11-26 09:00'],
  ['tomorrow 17:00', '2026-11-26 17:00'],
  ['tomorrow at noon', '2026-11-26 12:00'],
  ['noon tomorrow', '2026-11-26 12:00'],
  ['5pm fri', '2026-11-27 17:00'],
  ['fri at 5.30pm', '2026-11-27 17:30'],
  ['fri, 5 p.m.', '2026-11-27 17:00'],
  // days of a month, in every order
  ['dec 3', '2026-12-03'],
  ['3rd of December', '2026-12-03'],
  ['third of december', '2026-12-03'],
  ['Dec 3 at noon', '2026-12-03 12:00'],
  ['dec 25 at 5.30pm', '2026-12-25 17:30'],
  ['noon on dec 25', '2026-12-25 12:00'],
  ['3.12. at noon', '2026-12-03 12:00'],
  ['3 dec 2027 17:00', '2027-12-03 17:00'],
  ['nov 24', '2027-11-24'],
  ['nov 24 at noon', '2027-11-24 12:00'],
  ['may 3', '2027-05-03'],
  ['feb 29', '2028-02-29'],
  ['thu, dec 3', '2026-12-03'],
  ['2026-12-03', '2026-12-03'],
  ['2026-12-03T09:15', '2026-12-03 09:15'],
  ['3.12.2026', '2026-12-03', 'berlin'],
  ['3.12.2026', '2026-12-03', 'newYork'],
  ['3. 12. 2026', '2026-12-03', 'newYork'],
  ['3.12. 17:00', '2026-12-03 17:00', 'berlin'],
  ['Thu 3.12.2026', '2026-12-03', 'newYork'],
  ['3/12', '2027-03-12', 'newYork'],
  ['3/12', '2026-12-03', 'london'],
  ['3/12', '2026-12-03', 'kolkata'],
  ['3/12', '2027-03-12', 'tokyo'],
  ['3/12/2026 5pm', '2026-12-03 17:00', 'london'],
  ['3/12 at noon', '2026-12-03 12:00', 'london'],
  ['3/12 at noon', '2027-03-12 12:00', 'newYork'],
  ['25/12', '2026-12-25', 'newYork'],
  ['2026/12/3', '2026-12-03', 'tokyo'],
  ['２０２６/１２/３', '2026-12-03', 'tokyo'],
  ['2026. 12. 3.', '2026-12-03', 'berlin'],
  ['2026-12-03', '2026-12-03', 'stockholm'],
  ['3/12', '2026-12-03', 'cairo'],
  ['3/12', '2027-03-12', 'posix'],
  // around midnight, each by the clocks of the place
  ['today', '2026-11-24', 'honolulu'],
  ['tomorrow', '2026-11-25', 'honolulu'],
  ['in 2 minutes', '2026-11-25 00:01', 'honolulu'],
  ['wed', '2026-11-25', 'honolulu'],
  ['today', '2026-11-25', 'kiritimati'],
  ['wed', '2026-12-02', 'kiritimati'],
  ['23:58', '2026-11-26 23:58', 'kiritimati'],
  ['today', '2026-11-25', 'kolkata'],
  ['in an hour', '2026-11-25 01:01', 'kolkata'],
  ['midnight', '2026-11-26 00:00', 'kolkata'],
  // clocks that are changed: days stay days, hours are hours
  ['tomorrow', '2027-03-28', 'springBerlin'],
  ['in 2 days', '2027-03-29', 'springBerlin'],
  ['in 4 hours', '2027-03-28 04:30', 'springBerlin'],
  ['in 1 hour', '2027-03-14 03:30', 'springNewYork'],
  ['in 2 hours', '2026-11-01 02:30', 'autumnNewYork'],
  ['tomorrow', '2026-11-02', 'autumnNewYork'],
  ['tomorrow 9am', '2026-10-04 09:00', 'lordHowe'],
  ['in 4 hours', '2026-10-04 03:30', 'lordHowe'],
  // the end of a year
  ['tomorrow', '2027-01-01', 'newYearsEve'],
  ['1.1.', '2027-01-01', 'newYearsEve'],
  ['31.12.', '2026-12-31', 'newYearsEve'],
  ['next week', '2027-01-04', 'newYearsEve'],
];

const TEXTS: readonly Phrase[] = [
  ['', null],
  ['may', null],
  ['march', null],
  ['march plan', null],
  ['may we ship', null],
  ['dec 2026', null],
  ['2026', null],
  ['9', null],
  ['25', null],
  ['mon 9', null],
  ['tomorrow 17h', null],
  ['17h', null],
  ['tomorrow 25:00', null],
  ['fri 13pm', null],
  ['fri maybe', null],
  ['friday standup', null],
  ['sun screen', null],
  ['second', null],
  ['mon or tue', null],
  ['mon-fri', null],
  ['dec 3-5', null],
  ['every monday', null],
  ['this week', null],
  ['last month', null],
  ['mon dec 3', null],
  ['today 2026-11-28', null],
  ['31.11.2026', null],
  ['2026-02-30', null],
  ['13/13/2026', null],
  ['feb 30', null],
  ['tomorrow 5pm est', null],
  ['now', null],
  ['soon', null],
  ['C#', null],
  ['2+2', null],
  ['v2.10.3', null],
  ['!important', null],
  [`today ${'and so on '.repeat(40)}`, null],
];

/** What a person would mean and it does not understand, or not so: known, shown while typing, and mended by other words. */
const MISSES: readonly Phrase[] = [
  ['fri week', '2026-12-04'],
  ['a week from friday', '2026-12-04'],
  ['quarter to 5', '2026-11-25 16:45'],
  ['christmas', '2026-12-25'],
  ['tomorrow at 5', '2026-11-26 17:00'],
];

describe('words for a day', () => {
  const corpus = [...MEANT, ...TEXTS].map(([text, meaning, writer = 'berlin']) => ({ text, meaning, writer }));

  it.each(corpus)('$text, written in $writer, is $meaning', ({ text, meaning, writer }) => {
    expect(read(text, writer)).toBe(meaning);
  });

  it('reads 95 of 100 phrases as they are meant, and never one of those that it misses as another day', () => {
    const all = corpus.length + MISSES.length;
    expect(all).toBeGreaterThan(150);
    expect(corpus.length / all).toBeGreaterThanOrEqual(0.95);
    for (const [text, meaning] of MISSES) {
      const answer = read(text, 'berlin');
      expect(answer).not.toBe(meaning);
      expect(answer?.slice(0, 10) ?? meaning?.slice(0, 10)).toBe(meaning?.slice(0, 10));
    }
  });

  it('says the days of the quick choices', () => {
    const of = (writer: Writer) => {
      const { now, zone, locale } = WRITERS[writer];
      return Object.values(quickDays({ now: new Date(now), zone, locale }));
    };
    expect(of('honolulu')).toEqual(['2026-11-24', '2026-11-25', '2026-11-30']);
    expect(of('sundayUS')).toEqual(['2026-11-22', '2026-11-23', '2026-11-30']);
    expect(of('sundayGB')).toEqual(['2026-11-22', '2026-11-23', '2026-11-23']);
  });
});

describe('words for a day that is looked back on', () => {
  const now = new Date('2026-11-22T12:00');
  it.each([
    ['Oct 1', '2026-10-01', '2026-10-01'],
    ['Nov 25', '2025-11-25', '2026-11-25'],
    ['12/30', '2025-12-30', '2026-12-30'],
    ['Dec 1 2026', '2026-12-01', '2026-12-01'],
    ['last monday', '2026-11-16', '2026-11-16'],
    ['fri', '2026-11-27', '2026-11-27'],
    ['tomorrow', '2026-11-23', '2026-11-23'],
    ['yesterday', '2026-11-21', '2026-11-21'],
    ['someday', null, null],
  ])('%s is the last one of its name', (text, back, ahead) => {
    expect(readDayWords(text, { now, locale: 'en-US', isPast: true })).toBe(back);
    if (text !== 'Oct 1') expect(readDayWords(text, { now, locale: 'en-US' })).toBe(ahead);
  });
});
