import { describe, expect, it } from 'vitest';
import { readDueWords } from '../../../lib/dates/dueWords';
import type { QuickPerson } from './matchNames';
import { removeTokens, splitTaskLines, readLine, type QuickAddContext } from './quickAdd';
import { completeToken, openTokenAt, suggestionsFor } from './suggest';

const person = (id: string, firstName: string, lastName: string, username = id): QuickPerson => ({
  id,
  firstName,
  lastName,
  username,
});

const TERN = [
  person('mara', 'Mara', 'Okafor'),
  person('teo', 'Teo', 'Álvarez', 'teo.a'),
  person('tom', 'Tom', 'Ash'),
  person('tomas', 'Tomás', 'Novák'),
  person('zoe', 'Zoë', "O'Neil"),
  person('jean', 'Jean-Luc', 'Le Roux'),
];

/** Days that the corpus knows; how days are read has a corpus of its own. */
const DAYS: Record<string, string> = {
  today: '2026-11-22',
  tomorrow: '2026-11-23',
  'tomorrow 5pm': '2026-11-23T17:00',
  'tomorrow 5 p.m.': '2026-11-23T17:00',
  fri: '2026-11-27',
  'next week': '2026-11-23',
  'dec 3': '2026-12-03',
  dec: '2026-12-01',
  '3.12.2026': '2026-12-03',
  '3.12.': '2026-12-03',
  'in 2 weeks': '2026-12-06',
};

const known: QuickAddContext = {
  projects: [
    { id: 'tern', name: 'Tern launch' },
    { id: 'site', name: 'Website' },
    { id: 'press', name: 'Press and partners' },
    { id: 'fw', name: 'Firmware 2.0' },
    { id: 'fwt', name: 'Firmware tests' },
    { id: 'cafe', name: 'Café Ünïcode' },
    { id: 'ops', name: 'Ops' },
    { id: 'opsx', name: 'Ops archive' },
    { id: 'twin1', name: 'Twin' },
    { id: 'twin2', name: 'Twin' },
  ],
  projectId: 'tern',
  membersOf: (id) => (id === 'tern' ? TERN : id === 'site' ? [person('wen', 'Wen', 'Zhao')] : []),
  tagsOf: () => ['copy', 'Store finder', 'bug'],
  readDue: (words) => DAYS[words.toLowerCase()] ?? null,
  readings: {},
};

/** A line as 'title | kind:value …'. */
const read = (text: string, more: Partial<QuickAddContext> = {}): string => {
  const { title, tokens } = readLine(text, { ...known, ...more });
  return [title, ...tokens.map(({ kind, value }) => `${kind}:${value}`)].join(' | ');
};

describe('a line of a new task', () => {
  it.each([
    // projects
    ['Ship it #tern', 'Ship it | project:tern'],
    ['#tern Ship it', 'Ship it | project:tern'],
    ['Ship #tern it', 'Ship it | project:tern'],
    ['Ship it #Tern launch', 'Ship it | project:tern'],
    ['Ship it #tern launch now', 'Ship it now | project:tern'],
    ['Ship it #TERN LAUNCH', 'Ship it | project:tern'],
    ['Ship it #tern la porte', 'Ship it la porte | project:tern'],
    ['Ship it #launch', 'Ship it | project:tern'],
    ['Ship it #web', 'Ship it | project:site'],
    ['Call #press and partners today', 'Call today | project:press'],
    ['Call #partners', 'Call | project:press'],
    ['Fix #firmware t', 'Fix #firmware t'],
    ['Fix #firmware te', 'Fix | project:fwt'],
    ['Fix #firmware 2.0 boot', 'Fix boot | project:fw'],
    ['Menu #cafe', 'Menu | project:cafe'],
    ['Menu #café unicode', 'Menu | project:cafe'],
    ['Menu #CAFÉ ÜNÏCODE', 'Menu | project:cafe'],
    ['Page #ops', 'Page | project:ops'],
    ['Page #ops archive', 'Page | project:opsx'],
    ['Page #ops soon', 'Page soon | project:ops'],
    // people
    ['Call @mara', 'Call | assignee:mara'],
    ['Call @MARA', 'Call | assignee:mara'],
    ['Call @okafor', 'Call | assignee:mara'],
    ['Call @mara okafor about it', 'Call about it | assignee:mara'],
    ['Call @mara o', 'Call o | assignee:mara'],
    ['Call @teo.a', 'Call | assignee:teo'],
    ['Call @alvarez', 'Call | assignee:teo'],
    ['Call @Álvarez', 'Call | assignee:teo'],
    ['Call @tom', 'Call | assignee:tom'],
    ['Call @tomas', 'Call | assignee:tomas'],
    ['Call @tomás novák', 'Call | assignee:tomas'],
    ['Call @zoe', 'Call | assignee:zoe'],
    ['Call @jean-luc le roux', 'Call | assignee:jean'],
    ['Call @wen #website', 'Call | assignee:wen | project:site'],
    ['Call #website @wen', 'Call | project:site | assignee:wen'],
    // priorities
    ['Fix it !high', 'Fix it | priority:HIGH'],
    ['Fix it !URGENT', 'Fix it | priority:URGENT'],
    ['!low Fix it', 'Fix it | priority:LOW'],
    ['Fix it !m', 'Fix it | priority:MEDIUM'],
    ['Fix it !urg now', 'Fix it now | priority:URGENT'],
    ['Fix it !high!', 'Fix it! | priority:HIGH'],
    // days
    ['Send ^fri', 'Send | due:2026-11-27'],
    ['Send ^next week', 'Send | due:2026-11-23'],
    ['Send ^dec 3', 'Send | due:2026-12-03'],
    ['Send ^dec 3 boxes', 'Send boxes | due:2026-12-03'],
    ['Send ^dec boxes', 'Send boxes | due:2026-12-01'],
    ['Send ^Tomorrow 5pm the boxes', 'Send the boxes | due:2026-11-23T17:00'],
    ['Send ^tomorrow 5 p.m.', 'Send | due:2026-11-23T17:00'],
    ['Send ^in 2 weeks', 'Send | due:2026-12-06'],
    ['Send ^3.12.2026.', 'Send. | due:2026-12-03'],
    ['Send ^3.12.', 'Send | due:2026-12-03'],
    ['Send it ^fri, please', 'Send it please | due:2026-11-27'],
    ['^fri #web boxes', 'boxes | due:2026-11-27 | project:site'],
    // tags
    ['Write it +copy', 'Write it | tag:copy'],
    ['Write it +COPY', 'Write it | tag:copy'],
    ['Write it +copy +bug', 'Write it | tag:copy | tag:bug'],
    ['Write it +copy, +bug', 'Write it | tag:copy | tag:bug'],
    ['Write it +store finder now', 'Write it now | tag:Store finder'],
    ['Write it +brandnew', 'Write it | tag:brandnew'],
    ['Write it +überraschung', 'Write it | tag:überraschung'],
    ['Write it +copy +copy', 'Write it +copy | tag:copy'],
    // all together, in any order, and twice
    [
      'Call the printer #tern @mara !high ^fri +copy',
      'Call the printer | project:tern | assignee:mara | priority:HIGH | due:2026-11-27 | tag:copy',
    ],
    [
      '+copy ^fri !high @wen #web Call',
      'Call | tag:copy | due:2026-11-27 | priority:HIGH | assignee:wen | project:site',
    ],
    ['Fix it !low !high', 'Fix it !low | priority:HIGH'],
    ['Move #tern #web', 'Move #tern | project:site'],
    ['#tern', ' | project:tern'],
  ])('%j is read as %j', (text, meant) => {
    expect(read(text)).toBe(meant);
  });

  it.each([
    'Learn C#',
    'C# and F# tests',
    'Reply to issue#12',
    'Fix bug #1',
    'Fix #2',
    'Fix #firmware',
    'Ask #nowhere',
    '# heading',
    'Which #?',
    'Rename #twin',
    'Go to #t',
    'e-mail a@b',
    'Write to mara@example.com',
    'Meet @ 5',
    'Ask @nobody',
    'Ask @to',
    'Ask @t',
    'Follow @wen',
    '!important',
    'Do not !',
    'Hurry!!!',
    'if a !== b',
    '!highlight it',
    '!!high',
    '2^10',
    '^_^',
    '^ is a caret',
    'x ^y',
    '^nonsense',
    '2+2',
    'C++',
    'A + B',
    'Google+ page',
    'Call +49 30 1234',
    '+1 for this',
    '+',
    'https://example.com/#tern',
    'a#tern',
    '(#tern)',
    '"@mara"',
    'Buy milk',
    '   ',
  ])('%j stays text', (text) => {
    const { title, tokens } = readLine(text, known);
    expect([title, tokens]).toEqual([text.trim(), []]);
  });

  it.each([
    ['Read \\#tern', 'Read #tern'],
    ['\\@mara said so', '@mara said so'],
    ['Wow \\!high', 'Wow !high'],
    ['\\^fri', '^fri'],
    ['\\+copy', '+copy'],
    ['Read \\#tern #web', 'Read #tern | project:site'],
    ['C:\\#tern', 'C:\\#tern'],
    ['a \\ b \\n', 'a \\ b \\n'],
    ['^fri \\+copy', '+copy | due:2026-11-27'],
  ])('%j is escaped to %j', (text, meant) => {
    expect(read(text)).toBe(meant);
  });

  // Days as they are read in the app.
  it.each([
    ['Send ^fri the boxes', 'Send the boxes | due:2026-11-27'],
    ['Send ^mon 9am the boxes', 'Send the boxes | due:2026-11-23T09:00'],
    ['Send ^tomorrow at 5pm', 'Send | due:2026-11-23T17:00'],
    ['Send ^next week boxes', 'Send boxes | due:2026-11-30'],
    ['Send ^dec 3 boxes', 'Send boxes | due:2026-12-03'],
    ['Send ^3 dec 2027 boxes', 'Send boxes | due:2027-12-03'],
    ['Send ^in 2 weeks: boxes', 'Send: boxes | due:2026-12-06'],
    ['Send ^12/3 #web', 'Send | due:2026-12-03 | project:site'],
    ['Send ^2026-12-03', 'Send | due:2026-12-03'],
    ['Send ^boxes', 'Send ^boxes'],
    ['Send ^2 boxes', 'Send ^2 boxes'],
    ['Send ^up', 'Send ^up'],
    ['Send ^the boxes', 'Send ^the boxes'],
    ['Ask ^who', 'Ask ^who'],
  ])('%j has the day of %j', (text, meant) => {
    const now = new Date(2026, 10, 22, 12);
    expect(read(text, { readDue: (words) => readDueWords(words, { now, locale: 'en-US' })?.due ?? null })).toBe(meant);
  });

  it('matches no person without a project or before its members are loaded, and reports the missing data', () => {
    expect(read('Call @mara', { projectId: '' })).toBe('Call @mara');
    expect(readLine('Call @mara', { ...known, membersOf: () => null }).missing).toEqual({ membersOf: 'tern' });
    expect(readLine('Call @wen #web', { ...known, membersOf: () => null }).missing).toEqual({ membersOf: 'site' });
    const { readDue: _readDue, ...unread } = known;
    expect(readLine('Send ^fri', unread)).toEqual({ title: 'Send ^fri', tokens: [], missing: { due: true } });
    expect(readLine('Send it', unread).missing).toEqual({});
  });

  it('matches people of other projects if no member fits and the project is not fixed', () => {
    const everyone = [...TERN, person('wen', 'Wen', 'Zhao')];
    expect(read('Call @wen', { everyone })).toBe('Call | assignee:wen');
    expect(read('Call @wen', { everyone, projectId: '' })).toBe('Call | assignee:wen');
    expect(read('Call @wen')).toBe('Call @wen');
    expect(readLine('Call @wen', { ...known, everyone: null }).missing).toEqual({ everyone: true });
    expect(readLine('Call @mara', { ...known, everyone: null }).missing).toEqual({});
  });

  it('keeps words as text on request, and uses the chosen person for an ambiguous name', () => {
    expect(read('Call @mara ^fri', { readings: { '^fri': '' } })).toBe(
      'Call @mara ^fri'.replace(' @mara', '') + ' | assignee:mara',
    );
    expect(read('Rename #Twin soon', { readings: { '#Twin': 'twin2' } })).toBe('Rename soon | project:twin2');
    expect(read('Rename #Twins', { readings: { '#Twin': 'twin2' } })).toBe('Rename #Twins');
    expect(read('#tern launch it', { readings: { '#tern launch': '' } })).toBe('#tern launch it');
  });

  it('removes a token as a whole', () => {
    const text = 'Call #tern launch @mara now';
    const { tokens } = readLine(text, known);
    expect(removeTokens(text, tokens)).toBe('Call now');
    expect(removeTokens('#tern Call', readLine('#tern Call', known).tokens)).toBe('Call');
  });
});

describe('what is being typed', () => {
  const offered = (text: string, caret = text.length): readonly string[] | null => {
    const open = openTokenAt(text, caret);
    return open && suggestionsFor(open, known, 'tern').map((one) => one.text);
  };

  it('is offered what it can become', () => {
    expect(offered('Fix #f')).toEqual(['Firmware 2.0', 'Firmware tests']);
    expect(offered('Fix #firmware t')).toEqual(['Firmware tests']);
    expect(offered('Ask @to')).toEqual(['Tom Ash', 'Tomás Novák']);
    expect(offered('Ask @al')).toEqual(['Teo Álvarez']);
    expect(offered('Fix !')).toEqual(['low', 'medium', 'high', 'urgent']);
    expect(offered('Send ^to')).toEqual(['today', 'tomorrow']);
    expect(offered('Send ^next w')).toEqual(['next week']);
    // Behind the tag that is there, the new one that the word itself would be.
    expect(offered('Write +st')).toEqual(['Store finder', 'st']);
    expect(offered('Write +store finder')).toEqual(['Store finder']);
    expect(offered('Ask @to about', 7)).toEqual(['Tom Ash', 'Tomás Novák']);
    expect(offered('one\nFix #web')).toEqual(['Website']);
  });

  it('is offered nothing where nothing can be meant', () => {
    expect(offered('Buy milk')).toBeNull();
    expect(offered('a@b')).toBeNull();
    expect(offered('\\#te')).toBeNull();
    expect(offered('# te')).toBeNull();
    expect(offered('Fix #xyz')).toEqual([]);
  });

  it('becomes what is chosen, with a space behind it', () => {
    const [web] = suggestionsFor({ kind: 'project', start: 4, query: 'we' }, known, '');
    expect(web && completeToken('Fix #we', 7, { kind: 'project', start: 4, query: 'we' }, web)).toEqual({
      text: 'Fix #Website ',
      caret: 13,
      raw: '#Website',
    });
    expect(web && completeToken('Fix #we now', 7, { kind: 'project', start: 4, query: 'we' }, web)).toEqual({
      text: 'Fix #Website now',
      caret: 13,
      raw: '#Website',
    });
  });
});

describe('lines that are pasted', () => {
  it('are tasks each, without bullets, numbers, boxes and empty lines', () => {
    expect(
      splitTaskLines(
        '- One\r\n* Two\n\n1. Three\n12) Four\n  • Five\n- [ ] Six\n[x] Seven\n–  Eight\n   \nNine - ten\n3.5 mm',
      ),
    ).toEqual(['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine - ten', '3.5 mm']);
    expect(splitTaskLines('- One alone')).toEqual(['- One alone']);
    expect(splitTaskLines('  ')).toEqual([]);
  });
});
