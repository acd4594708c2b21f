import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { englishReason, englishThing } from '../../contract/importReasons.js';
import { IMPORTS } from '../../contract/limits.js';
import {
  JIRA_CLOUD,
  JIRA_SERVER,
  largeTrelloBoard,
  trelloBoard,
  trelloId,
  zipOf,
} from '../../test/support/importFiles.js';
import { FULL_RUN } from '../../test/support/testDepth.js';
import { onlyIf } from '../../test/support/onlyIf.js';
import { day } from './read/cairnRows.js';
import { dayOf, findDateOrder, parseDate } from './read/dates.js';
import type { CountedHead, DraftTask, ImportLoss, ReadOptions } from './read/draft.js';
import { readDraft } from './read/readDraft.js';
import { findDelimiter } from './read/tableText.js';
import { wikiToMarkdown } from './read/wikiMarkup.js';
import { guessStatus, parsePriority, parseYes } from './read/words.js';
import { type ReadFile, readInProcess } from './reader.js';

const OPTIONS: ReadOptions = {
  source: 'CSV',
  timeZone: 'Europe/Berlin',
  today: '2026-11-27',
  fields: [],
  dateOrder: null,
};

const dataDir = mkdtempSync(path.join(tmpdir(), 'cairn-reader-'));
const imports = path.join(dataDir, 'imports');
mkdirSync(imports);
afterAll(() => rmSync(dataDir, { recursive: true }));
afterEach(() => {
  const left = readdirSync(imports);
  if (left.length > 0) throw new Error(`a reader has left ${left.join(', ')}`);
});

const PART = 64 * 1024;

/** Cuts texts into parts of bytes, as a file has them. */
async function* bytesOf(parts: Iterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = [];
  let size = 0;
  for (const part of parts) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part;
    held.push(bytes);
    size += bytes.length;
    if (size < PART) continue;
    yield await Promise.resolve(Buffer.concat(held));
    [held, size] = [[], 0];
  }
  yield Buffer.concat(held);
}

/** Encodes a text in an encoding with up to two bytes for a character. */
function encode(text: string, encoding: string): Buffer {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const bytesOfChars = new Map<string, number[]>();
  const learn = (bytes: number[]): void => {
    try {
      const char = decoder.decode(Uint8Array.from(bytes));
      if (!bytesOfChars.has(char)) bytesOfChars.set(char, bytes);
    } catch {
      // No character has these bytes.
    }
  };
  for (let one = 0; one < 256; one += 1) learn([one]);
  for (let one = 128; one < 256; one += 1) for (let two = 64; two < 256; two += 1) learn([one, two]);
  return Buffer.from(
    Array.from(text).flatMap((char) => {
      const bytes = bytesOfChars.get(char);
      if (!bytes) throw new Error(`${encoding} has no ${char}`);
      return bytes;
    }),
  );
}

interface Whole {
  head: CountedHead;
  tasks: DraftTask[];
}

async function readWhole({ head, tasks }: ReadFile): Promise<Whole> {
  const all: DraftTask[] = [];
  for await (const some of tasks) all.push(...some);
  return { head, tasks: all };
}

/** Reads a file in this process. The start of another one takes a hundred times as long as most of these files. */
async function read(parts: Iterable<string | Uint8Array>, options: Partial<ReadOptions> = {}): Promise<Whole> {
  const folder = mkdtempSync(path.join(imports, 'reader-'));
  try {
    return await readDraft(bytesOf(parts), { ...OPTIONS, ...options }, folder);
  } finally {
    // An archive is closed a moment later.
    await rm(folder, { recursive: true, maxRetries: 5 });
  }
}
/** Reads a file as an import does, in a process with limited memory. */
const readApart = (parts: Iterable<string | Uint8Array>, source: ReadOptions['source']): Promise<Whole> =>
  readInProcess(dataDir, { ...OPTIONS, source }, bytesOf(parts), readWhole);
const readTable = (text: string, options: Partial<ReadOptions> = {}) => read([text], options);
/** A line of the report. */
const inEnglish = ({ row, what, why }: ImportLoss): string =>
  `${englishThing(row)}: ${englishThing(what)}, ${englishReason(why)}`;

const readBoard = (board: object) => read([JSON.stringify(board)], { source: 'TRELLO' });

describe('a table', () => {
  it.each([',', ';', '\t', '|'])('is read with %j between its cells, also in quotes', async (mark) => {
    const text = `Title${mark}Notes\n"One${mark} ""two"""${mark}"Line\nline"\n\n${mark}\n`;
    const { tasks } = await readTable(text);
    // A title has one line and no tabs.
    const seen = mark.trim();
    expect(tasks).toMatchObject([
      {
        title: `One${seen} "two"`,
        description: 'Line\nline',
        row: { kind: 'row', number: 2, name: `One${seen} "two"` },
      },
    ]);
    expect(findDelimiter(text)).toBe(mark);
  });

  it.each(['\n', '\r\n', '\r'])('has semicolons below an empty line, and lines that end with %j', async (end) => {
    for (const lead of ['', end]) {
      const { tasks } = await readTable(`${lead}Title;Notes${end}One;a, b, c${end}Two;d${end}`);
      expect(tasks.map(({ title, description }) => [title, description])).toEqual([
        ['One', 'a, b, c'],
        ['Two', 'd'],
      ]);
    }
  });

  it('numbers its rows as a spreadsheet does, which shows empty rows, too', async () => {
    const { tasks } = await readTable('Title,Due\n\nOne,x\n,\n , \n"Two\nlines",x\n\n\nThree,x\n');
    expect(tasks.map(({ row }) => row.number)).toEqual([3, 6, 9]);
    const todoist = await readTable('TYPE,CONTENT,INDENT\n\ntask,One,1\n,,\ntask,Two,1\n', { source: 'TODOIST' });
    expect(todoist.tasks.map(({ row }) => row.number)).toEqual([3, 5]);
  });

  it.each([
    ['UTF-8', Buffer.from('Title\nMüller 🌷')],
    ['UTF-8 with a mark', Buffer.from('\ufeffTitle\nMüller 🌷')],
    ['UTF-16', Buffer.from('\ufeffTitle\nMüller 🌷', 'utf16le')],
    ['UTF-16 without a mark', Buffer.from('Title\nMüller 🌷', 'utf16le')],
    ['UTF-16, the other way', Buffer.from('\ufeffTitle\nMüller 🌷', 'utf16le').swap16()],
  ])('is read in %s', async (_name, bytes) => {
    expect((await read([bytes])).tasks).toMatchObject([{ title: 'Müller 🌷' }]);
  });

  it('is read with line breaks of several kinds', async () => {
    const { tasks } = await readTable('Title,Notes\r\nA,one\nB,"two\r\nthree"\rC,four\r\nD,five\n');
    expect(tasks.map(({ title, description }) => [title, description])).toEqual([
      ['A', 'one'],
      ['B', 'two\r\nthree'],
      ['C', 'four'],
      ['D', 'five'],
    ]);
  });

  it('is read in Windows-1252, and without NUL', async () => {
    expect((await read([Buffer.from('Title\nM\xfcller \x80', 'latin1')])).tasks).toMatchObject([{ title: 'Müller €' }]);
    expect((await readTable('Title\nA\u0000B')).tasks).toMatchObject([{ title: 'AB' }]);
  });

  it.each([
    ['shift_jis', 'タスク,メモ\n会議の資料を作る,ＡＰＩ仕様の確認。\n'],
    ['shift_jis', '件名,状態\nデータベース,アイデア\n'],
    ['gbk', '标题,说明\n准备会议资料,检查接口文档。\nAPI接口,名称\n'],
    ['windows-1251', 'Название;Описание\nПодготовить отчёт;Проверить «API»\n'],
    ['windows-1251', 'Дела\nКупить хлеб\nПозвонить маме\n'],
    ['windows-1250', 'Tytuł;Opis\nPrzygotować materiały;Sprawdzić też źródła\nZadzwonić do księgowej;Pilne, proszę\n'],
    ['euc-kr', '제목,설명\n회의 자료 준비,문서를 확인한다\n'],
    ['big5', '標題,說明\n準備會議資料,檢查介面文件\n'],
    ['windows-1253', 'Τίτλος,Σημειώσεις\nΕτοιμασία της συνάντησης,Έλεγχος\n'],
    ['windows-1252', 'Título;Notas\n¿Qué más? ¡Año!;Größe 3 m³ – Fußnote¹, «été», œuvre\n'],
    ['windows-1252', 'Titel\nGröße\n'],
    ['windows-1252', 'Price\n£££\n'],
  ])('is read in %s: %j', async (encoding, text) => {
    const [header = '', ...rows] = text.trim().split('\n');
    const mark = text.includes(';') ? ';' : ',';
    const { head, tasks } = await read([encode(text, encoding)], {
      fields: [{ column: header.split(mark)[0] ?? '', field: 'TITLE' }],
    });
    expect(head.fields.map(({ column }) => column)).toEqual(header.split(mark));
    expect(tasks.map(({ title }) => title)).toEqual(rows.map((row) => row.split(mark)[0]));
  });

  it('is read in Windows-1252 or UTF-8 if its first accent comes late', async () => {
    // more than the part whose encoding is detected first
    const plain = Array.from({ length: 6_000 }, () => 'Some more words\n');
    for (const encoding of ['latin1', 'utf8'] as const) {
      const { tasks } = await read(['Title\n', ...plain, Buffer.from('Müller\n', encoding), ...plain]);
      expect(tasks[6_000]).toMatchObject({ title: 'Müller' });
    }
  });

  it('has repeated columns, formulas, and names of columns that objects have', async () => {
    const { tasks, head } = await readTable("Title,Labels,Labels,constructor\n'=SUM(1),a,b,toString\n", {
      source: 'JIRA',
    });
    expect(head.fields.map(({ field }) => field)).toEqual(['TITLE', 'TAGS', 'KEEP']);
    expect(tasks).toMatchObject([{ title: '=SUM(1)', tags: ['a', 'b'], description: '- constructor: toString' }]);
    // as our own downloads write what a spreadsheet would run, also after white space and in full width
    const own = await readTable("Title\n' =A1\n'＝SUM\n'quoted'\n");
    expect(own.tasks.map(({ title }) => title.trim())).toEqual(['=A1', '＝SUM', "'quoted'"]);
    const lists = await readTable('Title,Status\nA,constructor\nB,__proto__\n');
    expect([...lists.head.counts.byList]).toEqual([
      ['constructor', 1],
      ['__proto__', 1],
    ]);
  });

  it('has the fields that were chosen, also if an earlier column has the usual name', async () => {
    const fields = [{ column: 'Task', field: 'TITLE' as const }];
    const { head, tasks } = await readTable('Name,Task\nHouse,Paint\n', { fields });
    expect(head.fields.map(({ field }) => field)).toEqual(['KEEP', 'TITLE']);
    expect(tasks).toMatchObject([{ title: 'Paint', description: '- Name: House' }]);
  });

  it.each([
    ['Cloud', JIRA_CLOUD, 'CR-7433', '- Parent summary: Release'],
    ['Server', JIRA_SERVER, 'APP-1', ''],
  ])('of Jira %s names parents by key or by number', async (_name, text, parentId, description) => {
    const { tasks } = await readTable(text, { source: 'JIRA' });
    expect(tasks).toMatchObject([
      { title: 'Release', parentId: null, losses: [] },
      { title: 'Write notes', parentId, description, losses: [] },
    ]);
  });

  it('of Jira has epics of the file as parents, and others in the description', async () => {
    const rows = ['APP-1,100,,Epic,Release,', 'APP-2,101,,Story,Notes,APP-1', 'APP-3,102,101,Sub-task,Draft,'];
    const outside = 'APP-4,103,,Story,Later,OPS-7';
    const header = 'Issue key,Issue id,Parent id,Issue Type,Summary,Custom field (Epic Link)';
    const { tasks } = await readTable([header, ...rows, outside].join('\n'), { source: 'JIRA' });
    expect(tasks.map(({ title, parentId, description, losses }) => [title, parentId, description, losses])).toEqual([
      ['Release', null, '', []],
      ['Notes', 'APP-1', '', []],
      ['Draft', 'APP-2', '', []],
      ['Later', null, '- Custom field (Epic Link): OPS-7', []],
    ]);
    const fields = [{ column: 'Custom field (Epic Link)', field: 'TAGS' as const }];
    const tagged = await readTable([header, ...rows].join('\n'), { source: 'JIRA', fields });
    expect(tagged.tasks[1]).toMatchObject({ parentId: null, tags: ['Story', 'APP-1'] });
  });

  it.each([
    ['GitHub', '\t', 'Title URL Assignees Status Labels', 'TITLE URL ASSIGNEE LIST TAGS'],
    [
      'GitLab',
      ',',
      'Title Description URL State Assignee Due_Date Created_At_(UTC) Updated_At_(UTC) Closed_At_(UTC) Labels',
      'TITLE DESCRIPTION URL LIST ASSIGNEE DUE CREATED UPDATED DONE TAGS',
    ],
  ])('of %s has its usual fields', async (_name, mark, columns, fields) => {
    const header = columns.split(' ').map((column) => column.replaceAll('_', ' '));
    const { head } = await readTable([header, header.map(() => 'x')].map((row) => row.join(mark)).join('\n'));
    expect(head.fields.map(({ field }) => field).join(' ')).toBe(fields);
  });

  it('says that tasks are done by a word, a tick or a date, and keeps other texts', async () => {
    const cells = ['Ja', '✔', '100 %', '2024-02-18', 'en 2024', 'falsch', 'Not started', '0%', 'maybe'];
    const { tasks } = await readTable(`Title\tDone\n${cells.map((cell) => `A\t${cell}\n`).join('')}`);
    expect(tasks.map(({ isDone }) => isDone)).toEqual([true, true, true, true, true, false, false, false, false]);
    expect(tasks[3]).toMatchObject({ completedAt: '2024-02-18T12:00:00.000Z', losses: [] });
    expect(tasks.flatMap(({ description }) => description || [])).toEqual(['- Done: en 2024', '- Done: maybe']);
    expect(tasks[8]?.losses.map(({ what }) => englishThing(what))).toEqual(['Date “maybe”']);
  });

  it('has one assignee in a cell, unless commas are between addresses or full names', async () => {
    const people = async (cell: string, source: ReadOptions['source'], column = 'Assignee') =>
      (await readTable(`Title\t${column}\nA\t${cell}\n`, { source })).head.people.map(({ name }) => name);
    expect(await people('Doe, Jon', 'LINEAR')).toEqual(['Doe, Jon']);
    expect(await people('Doe, Jon', 'CSV')).toEqual(['Doe, Jon']);
    expect(await people('Doe, Jon; Sol, Ines', 'CSV')).toEqual(['Doe, Jon', 'Sol, Ines']);
    expect(await people('jon@example.com, ines', 'CSV')).toEqual(['jon@example.com', 'ines']);
    expect(await people('Jon Doe, Ines Sol', 'CSV')).toEqual(['Jon Doe', 'Ines Sol']);
  });

  it.each([
    ['Europe/Berlin', 'Thu Jun 25 2026 22:00:00 GMT+0000 (GMT+00:00)'],
    ['America/Los_Angeles', '2026-06-26T07:00:00.000Z'],
  ])('of Linear has due days, also if they are written as times, for someone in %s', async (timeZone, midnight) => {
    const dates = ['2026-06-26', '2026-06-26T00:00:00.000Z', midnight, 'Fri Jun 26 2026 15:03:28 GMT+0000 (GMT)'];
    const rows = dates.map((due, n) => `ENG-${n},Dig,${due}`);
    const { tasks } = await readTable(['ID,Title,Due Date', ...rows].join('\n'), { source: 'LINEAR', timeZone });
    expect(tasks.map(({ due }) => due)).toEqual(dates.map(() => '2026-06-26'));
  });

  it('with too many people has the names of the others in the descriptions', async () => {
    const rows = Array.from({ length: IMPORTS.people + 1 }, (_, n) => `A,p${n}`);
    const { head, tasks } = await readTable(['Title,Assignee', ...rows, 'B,p0'].join('\n'));
    expect(head.people).toHaveLength(IMPORTS.people);
    expect(tasks.at(-2)).toMatchObject({ assignees: [], description: `- Assignee: p${IMPORTS.people}` });
    expect(tasks.at(-2)?.losses).toHaveLength(1);
    expect(tasks.at(-1)).toMatchObject({ assignees: ['p0'], description: '' });
  });

  it('keeps what it cannot place, and says so', async () => {
    const { tasks } = await readTable('Title,Due,Priority,Cost\nPaint,someday,extreme,120\n');
    expect(tasks[0]).toMatchObject({
      due: null,
      priority: 'MEDIUM',
      description: '- Due: someday\n- Priority: extreme\n- Cost: 120',
    });
    const row = { kind: 'row', number: 2, name: 'Paint' };
    expect(tasks[0]?.losses).toEqual([
      { row, what: { kind: 'date', name: 'someday' }, why: { key: 'notADate', params: {} } },
      { row, what: { kind: 'priority', name: 'extreme' }, why: { key: 'unknownPriority', params: {} } },
    ]);
    expect(tasks.flatMap(({ losses }) => losses.map(inEnglish))).toEqual([
      'Row 2 “Paint”: Date “someday”, not a date that can be read; it is in the description',
      'Row 2 “Paint”: Priority “extreme”, not known: the task has a medium priority',
    ]);
  });

  it('without ids gives the same rows the same ids, and repeated rows different ones', async () => {
    const ids = async (text: string) => (await readTable(text)).tasks.map(({ id }) => id);
    const [one, other, again] = await ids('Title\nA\nB\nA\n');
    expect(new Set([one, other, again]).size).toBe(3);
    expect(await ids('Title\nB\nA\nC\nA\n')).toMatchObject([other, one, expect.any(String), again]);
  });

  it('has parents before their subtasks, without cycles and with three levels', async () => {
    const rows = ['C,3,2', 'B,2,1', 'A,1,', 'D,4,3', 'X,5,6', 'Y,6,5', 'Z,7,9'];
    const { tasks } = await readTable(['Title,ID,Parent', ...rows].join('\n'));
    expect(tasks.map(({ title, parentId }) => [title, parentId])).toEqual([
      ['A', null],
      ['B', '1'],
      ['C', '2'],
      ['D', '2'],
      ['Y', null],
      ['X', '6'],
      ['Z', null],
    ]);
    expect(tasks.flatMap(({ losses }) => losses.map(({ why }) => englishReason(why)))).toEqual([
      'moved up: subtasks can have 3 levels',
      'left out: it would be a subtask of itself',
      'left out: the parent is not in the file',
    ]);
  });

  it('has the nearest task above as the parent where several have its title', async () => {
    const rows = [
      '1,Launch,',
      '2,Venue,Launch',
      '3,Launch,Launch',
      '4,Launch,',
      '5,Press,Launch',
      '6,Early,Late',
      '7,Late,',
    ];
    const { tasks } = await readTable(['Task ID,Name,Parent task', ...rows].join('\n'), { source: 'ASANA' });
    expect(Object.fromEntries(tasks.map(({ id, parentId }) => [id, parentId]))).toEqual({
      1: null,
      2: '1',
      3: '1',
      4: null,
      5: '4',
      6: '7',
      7: null,
    });
  });

  it('of Asana has assignees without addresses by their names', async () => {
    const one = await readTable('Task ID,Name,Assignee,Assignee Email\n1,Dig,Ines Sol,ines@example.com\n2,Sow,Jon,', {
      source: 'ASANA',
    });
    expect(one.tasks.map(({ assignees }) => assignees)).toEqual([['ines@example.com'], ['jon']]);
    const old = await readTable('Task ID,Name,Assignee\n1,Dig,Ines Sol', { source: 'ASANA' });
    expect(old.tasks[0]?.assignees).toEqual(['ines sol']);
  });

  it('is refused with too many rows or columns, and with a row that is too large', async () => {
    function* rows(): Generator<string> {
      yield 'Title\n';
      for (let n = 0; n <= IMPORTS.tasks; n += 1) yield 'A\n';
    }
    await expect(read(rows())).rejects.toThrow('more than 50,000 rows');
    await expect(readTable(`${'A,'.repeat(IMPORTS.columns)}B\n`)).rejects.toThrow('more than 200 columns');
    await expect(readTable(`Title\n"${'x'.repeat(IMPORTS.rowBytes + 100)}"\n`)).rejects.toThrow(
      'cannot be read at line',
    );
    await expect(readTable('')).rejects.toThrow('The file is empty');
  });

  it('is refused if it is a zip, an Excel file or a PDF', async () => {
    for (const first of [
      [0x50, 0x4b, 3, 4, 0, 0],
      [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1],
    ]) {
      await expect(read([Uint8Array.from(first)])).rejects.toThrow('a zip or an Excel file');
    }
    const pdf = ['%PDF-1.7\n<< /Filter /FlateDecode >>\n', deflateSync(JSON.stringify(trelloBoard()))];
    await expect(read(pdf)).rejects.toThrow('The table cannot be read. Is it a CSV file?');
  });
});

describe('a Todoist template', () => {
  const HEADER =
    'TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE,DURATION,DURATION_UNIT,' +
    'DEADLINE,DEADLINE_LANG';
  const readTemplate = (...rows: string[]) => readTable([HEADER, ...rows].join('\n'), { source: 'TODOIST' });

  it('has deadlines, durations and the times of comments', async () => {
    const { tasks } = await readTemplate(
      'task,Dig,,4,1,,,,,,,,2026-12-24,en',
      'note,Deep,,,,Mara (1),,10 Apr 17:15,,,,,,',
      'task,Plant,,4,1,,,2026-12-01,en,,30,minute,2026-12-24,en',
      'task,Water,,4,1,,,every day,en,,,,soon,en',
    );
    expect(tasks).toMatchObject([
      { due: '2026-12-24', description: '', comments: [{ at: '2026-04-10T15:15:00.000Z' }] },
      { due: '2026-12-01', description: '- Deadline: 2026-12-24\n- Duration: 30 minute' },
      { due: null, description: '- Date: every day\n- Deadline: soon' },
    ]);
    expect(tasks[2]?.losses).toHaveLength(2);
  });

  it('has times in the zone that it names', async () => {
    const { tasks } = await readTemplate(
      'task,Dig,,4,1,,,24 Dec 2026 17:00,en,America/New_York,,,,',
      'task,Sow,,4,1,,,24 Dec 2026 17:00,en,Nowhere,,,,',
    );
    expect(tasks.map(({ due }) => due)).toEqual(['2026-12-24T22:00:00.000Z', '2026-12-24T16:00:00.000Z']);
  });

  it('has dates in the words of the language that it names', async () => {
    const dates = [
      ['25. Dez', 'de', '2026-12-25'],
      ['morgen um 10:00', 'de', '2026-11-28T09:00:00.000Z'],
      ['demain', 'fr', '2026-11-28'],
      // English would read a month.
      ['mar.', 'fr', '2026-12-01'],
      ['1 ago', 'es', '2027-08-01'],
      ['25 dez', 'pt_BR', '2026-12-25'],
      ['12月25日', 'ja', '2026-12-25'],
      ['明天', 'tw', '2026-11-28'],
      ['25 декабря', 'ru', '2026-12-25'],
      ['Dec 25', 'de', '2026-12-25'],
      ['25 Dec', 'constructor', '2026-12-25'],
    ] as const;
    const { tasks } = await readTemplate(
      ...dates.map(([date, language]) => `task,Dig,,4,1,,,"${date}",${language},,,,,`),
      'note,Deep,,,,Mara (1),,10. Okt 17:15,de,,,,,',
      'task,Water,,4,1,,,,,,,,25. Dez,de',
      'task,Weed,,4,1,,,jeden Montag,de,,,,,',
    );
    expect(tasks.map(({ due }) => due)).toEqual([...dates.map(([, , due]) => due), '2026-12-25', null]);
    expect(tasks.at(-3)?.comments).toMatchObject([{ at: '2026-10-10T15:15:00.000Z' }]);
    expect(tasks.at(-1)?.losses.map(inEnglish)).toEqual([
      'Row 15 “Weed”: Date “jeden Montag”, not copied: how the task repeats is in the description',
    ]);
  });

  it('has dates in the words of Danish, Korean, Norwegian, Polish and Turkish', async () => {
    const dates = [
      ['25. des.', 'nb', '2026-12-25'],
      ['25. desember 2027', 'nb', '2027-12-25'],
      ['i morgen kl. 10:00', 'da', '2026-11-28T09:00:00.000Z'],
      ['Tirsdag', 'da', '2026-12-01'],
      ['25 grudnia', 'pl', '2026-12-25'],
      ['25 gru', 'pl', '2026-12-25'],
      ['Jutro o 10:00', 'pl', '2026-11-28T09:00:00.000Z'],
      ['12월 25일', 'ko', '2026-12-25'],
      ['2027년 1월 5일', 'ko', '2027-01-05'],
      ['내일 10:00', 'ko', '2026-11-28T09:00:00.000Z'],
      ['25 Ağu', 'tr', '2027-08-25'],
      ['25 Ocak 2027', 'tr', '2027-01-25'],
      ['Dec 25', 'pl', '2026-12-25'],
      ['2026-12-25T10:00:00Z', 'pl', '2026-12-25T10:00:00.000Z'],
      ['co wtorek', 'pl', null],
    ] as const;
    const { tasks } = await readTemplate(
      ...dates.map(([date, language]) => `task,Dig,,4,1,,,"${date}",${language},,,,,`),
      'note,Deep,,,,Mara (1),,10. okt 17:15,da,,,,,',
    );
    expect(tasks.map(({ due }) => due)).toEqual(dates.map(([, , due]) => due));
    expect(tasks.at(-1)?.comments).toMatchObject([{ at: '2026-10-10T15:15:00.000Z' }]);
    expect(tasks.at(-1)?.description).toBe('- Date: co wtorek');
  });

  it('has the files of comments as links in the description', async () => {
    const fileOf = (name: string): string =>
      `[[file ${JSON.stringify({ file_name: name, file_url: `https://files.example.com/${name}` })}]]`;
    const notes = [`As drawn ${fileOf('plan.png')}`, ` ${fileOf('bill.pdf')}`, '[[file {by hand}]]'];
    const { tasks } = await readTemplate(
      'task,Dig,Deep,4,1,,,,,,,,,',
      ...notes.map((note) => `note,"${note.replaceAll('"', '""')}",,,,Mara (1),,,,,,,,`),
    );
    expect(tasks).toMatchObject([
      {
        description:
          'Deep\n\n- [plan.png](<https://files.example.com/plan.png>)\n\n- [bill.pdf](<https://files.example.com/bill.pdf>)',
        comments: [{ text: 'As drawn' }, { text: 'bill.pdf' }, { text: '[[file {by hand}]]' }],
      },
    ]);
    expect(tasks[0]?.losses.map(inEnglish)).toEqual(
      ['plan.png', 'bill.pdf'].map(
        (name) =>
          `Row 2 “Dig”: File “${name}”, not copied: the file has only its address; a link is in the description`,
      ),
    );
  });

  it('says that it has comments of the project', async () => {
    const { head } = await readTemplate('note,About it,,,,Mara (1),,,,,,,,', 'task,Dig,,4,1,,,,,,,,,');
    expect(head.losses.map(inEnglish)).toEqual(['Project: Comments, left out: they stay in the download']);
  });
});

describe('a Trello board', () => {
  it('is read whatever its texts are', async () => {
    const long = 'word '.repeat(60);
    const { tasks } = await readBoard({
      lists: [],
      cards: [
        { id: 'a', name: long, desc: 'x'.repeat(60_000), idLabels: [], due: 'never', pos: 'x' },
        { id: 'b', name: '\u200B', desc: null, idMembers: null, labels: [{ color: 'green' }] },
        null,
        'card',
      ],
      checklists: [
        {
          id: 'c',
          idCard: 'b',
          name: 'One',
          checkItems: Array.from({ length: 101 }, (_, n) => ({ id: `${n}`, name: `Item ${n}`, pos: n })),
        },
        { id: 'd', idCard: 'b', name: 'Two', pos: 2, checkItems: [{ id: 'x', name: 'Last', state: 'complete' }] },
      ],
    });
    expect(tasks[0]?.title).toHaveLength(200);
    expect(tasks[0]?.description.startsWith(long.trim())).toBe(true);
    expect(tasks[0]?.losses.map(({ what }) => englishThing(what))).toEqual(['Title', 'Description']);
    expect(tasks[1]).toMatchObject({ title: 'Untitled', tags: ['green'], priority: 'MEDIUM' });
    expect(tasks[1]?.checklist).toHaveLength(100);
    expect(tasks[1]?.description).toBe('- [ ] One: Item 100\n- [x] Two: Last');
  });

  it('has a description, which is cut if it is too long', async () => {
    const card = { id: 'a', name: 'A' };
    const { head } = await readBoard({ desc: 'All of it\n', cards: [card] });
    expect([head.description, head.losses]).toEqual(['All of it', []]);
    const long = await readBoard({ desc: 'x'.repeat(2_000), cards: [card] });
    expect(long.head.description).toHaveLength(1_000);
    expect(long.head.losses.map(inEnglish)).toEqual([
      'Board: Description, shortened: a description can have 1,000 characters',
    ]);
  });

  it('has comments of former members and of deleted cards, and says if there were more', async () => {
    const actions = Array.from({ length: 1_000 }, (_, n) => ({
      id: trelloId(n),
      type: 'commentCard',
      memberCreator: null,
      data: { text: `Comment ${n}`, card: { id: n === 0 ? 'gone' : 'a' } },
    }));
    const { head, tasks } = await readBoard({ cards: [{ id: 'a', name: 'A', badges: { comments: 2_000 } }], actions });
    expect(tasks[0]?.comments).toHaveLength(999);
    expect(tasks[0]?.comments[0]).toMatchObject({ text: 'Comment 999', name: 'A former member' });
    expect(tasks[0]?.losses.map(({ what }) => englishThing(what))).toEqual(['Older comments']);
    expect(head.losses.map(({ what }) => englishThing(what))).toEqual([
      'Older comments and history',
      'Comments of deleted cards',
    ]);
  });

  it('has no text that a database cannot store', async () => {
    const bad = '\u0000\ud800';
    const { head, tasks } = await readBoard({
      name: `Board${bad}`,
      lists: [{ id: `l${bad}`, name: `Next${bad}` }],
      labels: [{ id: 'tag', name: `${bad}${'long'.repeat(20)}`, color: 'green' }],
      members: [{ id: `m${bad}`, fullName: `Ines${bad}` }],
      customFields: [{ id: 'f', name: `Cost${bad}` }],
      cards: [
        {
          id: `c${bad}`,
          idList: `l${bad}`,
          name: `Card${bad}`,
          desc: bad,
          idLabels: ['tag'],
          idMembers: [`m${bad}`],
          customFieldItems: [{ idCustomField: 'f', value: { text: `12${bad}` } }],
          attachments: [{ name: `File${bad}`, url: `https://a.test/${bad}`, isUpload: true }],
          checklists: [{ id: 'k', checkItems: [{ id: `i${bad}`, name: `Item${bad}`, due: 'x' }] }],
        },
      ],
      actions: [
        {
          id: `a${bad}`,
          type: 'commentCard',
          memberCreator: { fullName: `Ines${bad}` },
          data: { text: `${bad}${'long'.repeat(5_000)}`, card: { id: `c${bad}` } },
        },
      ],
    });
    expect(tasks[0]?.losses.map(({ what }) => what.kind)).toEqual(['file', 'itemDetails', 'tag', 'comment']);
    const texts = JSON.stringify({ head, tasks });
    expect(texts).toContain('Next\ufffd');
    expect(texts).not.toMatch(/\\u(0000|d800)/);
  });

  it('is read in little memory, even if it has much that does not count', async () => {
    function* empty(): Generator<string> {
      yield '{"cards":[],"lists":[{"id":"a"}],"actions":[{}';
      for (let n = 0; n < 200_000; n += 1) yield ',{}';
      yield '],"other":[{}';
      for (let n = 0; n < 200_000; n += 1) yield ',{"a":[{}]}';
      yield ']}';
    }
    const { head } = await readApart(empty(), 'TRELLO');
    expect(head.tasks).toBe(0);
    const { tasks } = await readApart(largeTrelloBoard(3_000, 2), 'TRELLO');
    expect([tasks.length, tasks[0]?.comments.length]).toEqual([3_000, 2]);
  });

  it('that needs too much memory is refused in words, and nothing else ends', async () => {
    function* deep(): Generator<string> {
      for (let n = 0; n < 300_000; n += 1) yield '[[[[[[[[[[';
    }
    function* wide(): Generator<string> {
      yield '{"lists":[],"cards":[{"id":"a","attachments":[{}';
      for (let n = 0; n < 1_200_000; n += 1) yield ',{},{},{},{},{},{},{},{},{},{}';
      yield ']}]}';
    }
    const tooLarge = 'The file is too large to be read';
    for (const file of FULL_RUN ? [deep(), wide()] : [deep()]) {
      await expect(readApart(file, 'TRELLO')).rejects.toThrow(tooLarge);
    }
  });

  it('is refused in words if it is cut, is another file, or has too much', async () => {
    const whole = JSON.stringify(trelloBoard());
    await expect(read([whole.slice(0, -10)], { source: 'TRELLO' })).rejects.toThrow('not complete JSON');
    await expect(read(['[]'], { source: 'TRELLO' })).rejects.toThrow('not the JSON file of a Trello board');
    await expect(read(['{"a": 1}'], { source: 'TRELLO' })).rejects.toThrow('not the JSON file of a Trello board');
    await expect(read([''], { source: 'TRELLO' })).rejects.toThrow('not complete JSON');
  });
});

describe('a board of Planka', () => {
  it('has mentions in its comments as names', async () => {
    const board = {
      program: 'planka',
      lists: [{ id: '1', type: 'active', position: 1, name: 'To do' }],
      cards: [{ id: '2', listId: '1', position: 1, name: 'Dig' }],
      comments: [{ id: '3', cardId: '2', text: '@[jon](1357158568008091264), see [the plan](https://example.com/1)' }],
    };
    const { tasks } = await read([JSON.stringify(board)], { source: 'PLANKA' });
    expect(tasks).toMatchObject([{ comments: [{ text: '@jon, see [the plan](https://example.com/1)' }] }]);
  });

  it('has the colors of its labels, as far as they are known', async () => {
    const labels = [
      { id: '1', name: 'Bug', color: 'berry-red' },
      { id: '2', name: null, color: 'sunny-grass' },
      { id: '3', name: 'Odd', color: 'constructor' },
      { id: '4', name: 'None', color: null },
    ];
    const { head } = await read([JSON.stringify({ program: 'planka', labels })], { source: 'PLANKA' });
    expect(head.tagColors).toEqual({ Bug: '#c04c5c', 'sunny-grass': '#6f8b35' });
  });
});

describe('an export of Vikunja', () => {
  const readExport = async (projects: unknown, more = {}) =>
    read([await zipOf({ VERSION: 'v1.0.0', 'data.json': JSON.stringify(projects), ...more })], { source: 'VIKUNJA' });
  const NONE = '0001-01-01T00:00:00Z';
  const task = (id: number, title: string, more: object = {}) => ({
    id,
    title,
    description: '',
    done: false,
    due_date: NONE,
    start_date: NONE,
    created: '2024-01-01T10:00:00Z',
    updated: '2024-01-02T10:00:00Z',
    ...more,
  });

  it('has its texts as Markdown, its buckets, labels, people, comments and subtasks', async () => {
    const { head, tasks } = await readExport([
      {
        id: 1,
        title: 'Garden',
        buckets: [{ id: 7, title: 'Doing', limit: 3 }],
        task_buckets: [{ task_id: 1, bucket_id: 7 }],
        tasks: [
          task(1, 'Dig', {
            description: '<p>Some <strong>bold</strong> text</p><ul><li>one</li></ul>',
            due_date: '2026-12-24T17:00:00Z',
            start_date: '2026-12-23T23:00:00Z',
            end_date: '2026-12-25T10:00:00Z',
            priority: 5,
            labels: [{ title: 'Red' }],
            assignees: [{ name: '', username: 'jon', email: 'jon@example.com' }],
            comments: [
              { id: 3, comment: '<p>Well?</p>', author: { name: 'Ines Sol' }, created: '2024-01-03T10:00:00Z' },
            ],
            related_tasks: { subtask: [{ id: 2 }] },
            repeat_after: 172_800,
            percent_done: 0.5,
            attachments: [{ file: { name: 'plan.png' } }],
          }),
          task(2, 'Deep', { done: true, related_tasks: { parenttask: [{ id: 1 }] } }),
          task(3, 'Circle', { related_tasks: { parenttask: [{ id: 4 }] } }),
          task(4, 'Back', { related_tasks: { parenttask: [{ id: 3 }] } }),
        ],
      },
      { id: 2, title: 'Empty', tasks: null },
    ]);
    expect(head).toMatchObject({
      name: 'Garden',
      lists: [{ name: 'Doing', limit: 3 }],
      people: [{ name: 'jon', email: 'jon@example.com' }],
    });
    expect(tasks[0]).toMatchObject({
      title: 'Dig',
      description:
        'Some **bold** text\n\n-   one\n\n- Repeats every 2 days\n- End: 2026-12-25T10:00:00.000Z\n- Progress: 50 %',
      due: '2026-12-24T17:00:00.000Z',
      // midnight in Berlin
      startDate: '2026-12-24',
      priority: 'URGENT',
      tags: ['Red'],
      listId: 'doing',
      comments: [{ text: 'Well?', name: 'Ines Sol', at: '2024-01-03T10:00:00.000Z' }],
    });
    expect(tasks[0]?.losses.map(({ what }) => englishThing(what))).toEqual(['File “plan.png”', 'Repetition']);
    expect(tasks.map(({ title, parentId, isDone }) => [title, parentId, isDone])).toEqual([
      ['Dig', null, false],
      ['Deep', '1', true],
      ['Back', null, false],
      ['Circle', '4', false],
    ]);
  });

  it('has its tables and crossed-out text as Markdown', async () => {
    const cell = (name: string, words: string) => `<${name} colspan="1" rowspan="1"><p>${words}</p></${name}>`;
    const rows = [cell('th', 'Bed') + cell('th', 'Plants'), cell('td', 'A|B') + cell('td', 'Roses</p><p>Tulips')];
    const body = rows.map((row) => `<tr>${row}</tr>`).join('');
    const table = `<table><colgroup><col><col></colgroup><tbody>${body}</tbody></table>`;
    const description = `<p>Buy <s>seeds</s> bulbs</p>${table}<p>Then dig</p>`;
    const { tasks } = await readExport([{ title: 'Garden', tasks: [task(1, 'Dig', { description })] }]);
    expect(tasks[0]?.description).toBe(
      'Buy ~~seeds~~ bulbs\n\n| Bed | Plants |\n| --- | --- |\n| A\\|B | Roses Tulips |\n\nThen dig',
    );
  });

  it('has no marks of pictures whose files are left out', async () => {
    const picture = '<img data-src="https://todo.example.com/api/v1/tasks/1/attachments/2" src="#">';
    const other = '<img src="https://example.com/a.png" alt="A chart">';
    const description = `<p>As drawn:</p><p>${picture}</p><p>${other}</p>`;
    const { tasks } = await readExport([{ title: 'Garden', tasks: [task(1, 'Dig', { description })] }]);
    expect(tasks[0]?.description).toBe('As drawn:\n\n![A chart](https://example.com/a.png)');
  });

  it('has its relations, monthly repeats, ticks, positions, colors and description', async () => {
    const item = (isChecked: boolean, words: string) =>
      `<li data-checked="${isChecked}" data-type="taskItem"><label><input type="checkbox"><span></span></label><div><p>${words}</p></div></li>`;
    const { head, tasks } = await readExport([
      {
        title: 'Garden',
        description: '<p>All <strong>year</strong></p>',
        buckets: [{ id: 7, title: 'Doing', project_view_id: 4 }],
        tasks: [
          task(1, 'Dig', {
            description: `<ul data-type="taskList">${item(true, 'Spade')}${item(false, 'Boots')}</ul>`,
            repeat_after: 0,
            repeat_mode: 1,
            labels: [
              { title: 'Red', hex_color: 'C04C5C' },
              { title: 'Plain', hex_color: '' },
            ],
            related_tasks: {
              blocking: [{ id: 2 }],
              related: [{ id: 3 }],
              precedes: [{ id: 3, title: 'Rake' }],
              duplicateof: [{ id: 9 }],
            },
          }),
          task(2, 'Plant', { related_tasks: { blocked: [{ id: 1 }] } }),
          task(3, 'Rake', { related_tasks: { related: [{ id: 1 }], follows: [{ id: 1, title: 'Dig' }] } }),
        ],
        positions: [
          ...[3, 2, 1].map((id, at) => ({ task_id: id, project_view_id: 1, position: at })),
          ...[2, 1, 3].map((id, at) => ({ task_id: id, project_view_id: 4, position: at })),
        ],
      },
    ]);
    expect(head).toMatchObject({ description: 'All **year**', tagColors: { Red: '#c04c5c' } });
    expect(tasks.map(({ title }) => title)).toEqual(['Plant', 'Dig', 'Rake']);
    expect(tasks[1]?.description).toBe('- [x] Spade\n- [ ] Boots\n\n- Repeats every month\n- Precedes: Rake');
    expect(tasks[1]?.losses.map(inEnglish)).toEqual([
      'Task “Dig”: Repetition, not copied: how the task repeats is in the description',
    ]);
    const relations = tasks.map((it) => it.relations?.map(({ kind, taskId, otherId }) => [kind, taskId, otherId]));
    expect(relations).toEqual([
      undefined,
      [
        ['BLOCKS', '1', '2'],
        ['DUPLICATES', '1', '9'],
      ],
      [['RELATES', '1', '3']],
    ]);
  });

  it('has the first of several parents, and relations to the others', async () => {
    const tasks = [
      task(1, 'Garden', { related_tasks: { subtask: [{ id: 3 }] } }),
      task(2, 'House', { related_tasks: { subtask: [{ id: 3 }] } }),
      task(3, 'Paint', { related_tasks: { parenttask: [{ id: 9, title: 'Gone' }, { id: 1 }, { id: 2 }] } }),
    ];
    const { tasks: read } = await readExport([{ title: 'All', tasks }]);
    const paint = read.find(({ title }) => title === 'Paint');
    expect(paint).toMatchObject({ parentId: '1', description: '- Subtask of: House\n- Subtask of: Gone' });
    const relations = read.flatMap((one) => one.relations ?? []);
    expect(relations).toMatchObject([
      { kind: 'RELATES', taskId: '2', otherId: '3' },
      { kind: 'RELATES', taskId: '3', otherId: '9' },
    ]);
  });

  it('with several projects names them by tags', async () => {
    const { head, tasks } = await readExport([
      { title: 'One', tasks: [task(1, 'A')] },
      { title: 'Two', is_archived: true, tasks: [task(2, 'B')] },
    ]);
    expect(head.name).toBe('');
    expect(tasks).toMatchObject([
      { title: 'A', tags: ['One'], isArchived: false },
      { title: 'B', tags: ['Two'], isArchived: true },
    ]);
  });

  it('is refused in words if it is no such archive, or unpacks to far too much', async () => {
    const refused = (bytes: Buffer, why: string) => expect(read([bytes], { source: 'VIKUNJA' })).rejects.toThrow(why);
    await refused(Buffer.from('[]'), 'This is not a zip file');
    await refused(await zipOf({ VERSION: '1' }), 'The archive has no data.json');
    await refused(await zipOf({ 'data.json': '[{' }), 'not complete JSON');
    await refused(await zipOf({ 'data.json': Buffer.alloc(2_000_000, ' ') }), 'more than a hundred times its size');
    // A bomb that is not read counts as well.
    await refused(await zipOf({ 'data.json': '[]', 'files/1': Buffer.alloc(2_000_000) }), 'a hundred times');
    const evil = await zipOf({ 'data.json': '[]', 'aa/evil.txt': 'x' }, false);
    await refused(Buffer.from(evil.toString('latin1').replaceAll('aa/evil', '../evil'), 'latin1'), 'is damaged');
    const many = Object.fromEntries(Array.from({ length: 20_001 }, (_, n) => [`files/${n}`, '']));
    await refused(await zipOf(many, false), 'more than 20,000 files');
  });
});

describe('our own download', () => {
  it('is refused in words if it is no such archive, or unpacks to far too much', async () => {
    const refused = (bytes: Buffer, why: string) => expect(read([bytes], { source: 'CAIRN' })).rejects.toThrow(why);
    const projects = '[{"id":"p","name":"Garden"}]';
    const whole = await zipOf({ 'projects.json': projects, 'tasks.json': '[]' });
    await refused(whole.subarray(0, whole.length - 30), 'This is not a zip file');
    await refused(Buffer.from('{}'), 'This is not a zip file');
    await refused(await zipOf({ 'data.json': '[]' }), 'the archive has no projects.json');
    await refused(await zipOf({ 'projects.json': '[]', 'tasks.json': '[]' }), 'The download has no projects');
    const object = await zipOf({ 'projects.json': '{"a":{"id":"p","name":"Garden"}}', 'tasks.json': '[]' });
    await refused(object, 'The download has no projects');
    await refused(await zipOf({ 'projects.json': projects, 'tasks.json': '[{"id": 1}, ' }), 'not complete JSON');
    await refused(await zipOf({ 'data.zip': 'nothing' }), 'This is not a zip file');
    const bomb = await zipOf({ 'projects.json': projects, 'tasks.json': `[${' '.repeat(5_000_000)}]` });
    await refused(await zipOf({ 'data.zip': bomb }), 'more than a hundred times its size');
  });
});

const hasProcFolder = existsSync('/proc/self/task');

/** Sends a signal to the process of the only reader. */
function signalReader(signal: NodeJS.Signals): void {
  const children = readdirSync('/proc/self/task').flatMap((thread) =>
    readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  );
  const readers = children.filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('readerProcess'));
  expect(readers).toHaveLength(1);
  process.kill(Number(readers[0]), signal);
}

describe('the lists and people of a board', () => {
  const planka = (more: object) => read([JSON.stringify({ program: 'planka', ...more })], { source: 'PLANKA' });
  const numbered = <Row>(count: number, toRow: (id: string) => Row): Row[] =>
    Array.from({ length: count }, (_, n) => toRow(String(n)));

  it('are refused if there are too many lists, from every program', async () => {
    const lists = numbered(IMPORTS.lists + 1, (id) => ({ id, name: `L${id}`, type: 'active', position: Number(id) }));
    await expect(planka({ lists })).rejects.toThrow('more than 1,000 lists');
    expect((await planka({ lists: lists.slice(1) })).head.lists).toHaveLength(IMPORTS.lists);
    const buckets = lists.map(({ id, name }) => ({ id: Number(id) + 1, title: name, limit: 0 }));
    const tasks = buckets.map(({ id, title }) => ({ id, title, bucket_id: id }));
    const data = await zipOf({ 'data.json': JSON.stringify([{ title: 'Garden', buckets, tasks }]) });
    await expect(read([data], { source: 'VIKUNJA' })).rejects.toThrow('more than 1,000 lists');
  });

  it('are people up to a limit, and the names of the others stay with their tasks', async () => {
    const users = numbered(IMPORTS.people + 2, (id) => ({ id, name: `P${id}` }));
    const cards = numbered(2, (id) => ({ id, name: `Card ${id}`, listId: 'x', position: Number(id) }));
    const cardMemberships = users.map(({ id }) => ({ id, cardId: '0', userId: id }));
    const { head, tasks } = await planka({ lists: [{ id: 'x', type: 'active' }], cards, cardMemberships, users });
    expect(head.people).toHaveLength(IMPORTS.people);
    expect(tasks.map(({ description, losses }) => [description, losses.length])).toEqual([
      ['Assigned to: P1000, P1001', 2],
      ['', 0],
    ]);
  });
});

describe('a file that would be too much for the server', () => {
  it('is refused if a task has ten thousand comments and more', async () => {
    const comment = (n: number) => ({ id: String(n), type: 'commentCard', data: { card: { id: 'c' }, text: 'Hi' } });
    const board = (comments: number) => ({
      lists: [{ id: 'l', name: 'Doing' }],
      cards: [{ id: 'c', name: 'Dig', idList: 'l' }],
      actions: Array.from({ length: comments }, (_, n) => comment(n)),
    });
    expect((await readBoard(board(10_000))).tasks[0]?.comments).toHaveLength(10_000);
    await expect(readBoard(board(10_001))).rejects.toThrow('too large to be read');
  });

  it('lists a thousand projects of a download, and the one that is imported', async () => {
    const projects = Array.from({ length: 1_002 }, (_, n) => ({ id: `p${n}`, name: `Project ${n}` }));
    const files = { 'projects.json': JSON.stringify(projects), 'tasks.json': '[]' };
    const { head } = await read([await zipOf(files)], { source: 'CAIRN', project: 'p1001' });
    expect(head.own?.projectId).toBe('p1001');
    expect(head.own?.projects.map(({ id }) => id)).toEqual([...projects.slice(0, 1_000).map(({ id }) => id), 'p1001']);
  });
});

describe('the process of a reader', () => {
  const readWhile = (signal: NodeJS.Signals) =>
    readInProcess(dataDir, OPTIONS, bytesOf(['Title\nA\n']), (file) => {
      signalReader(signal);
      return readWhole(file);
    });

  it.each(onlyIf(hasProcFolder, 'goes on after Ctrl-C, which reaches it, too'))('%s', async () => {
    expect((await readWhile('SIGINT')).tasks).toMatchObject([{ title: 'A' }]);
  });

  it.each(onlyIf(hasProcFolder, 'that someone ends does not make the file too large'))('%s', async () => {
    await expect(readWhile('SIGHUP')).rejects.toThrow('the reader of an import was ended by SIGHUP');
  });
});

describe('the files of a reader', () => {
  const archive = () => zipOf({ 'data.json': '[{"title":"One","tasks":[{"id":1,"title":"A"}]}]' });

  it('are in the data folder, and deleted if the import ends early', async () => {
    const bytes = await archive();
    const stop = new AbortController();
    const reading = readInProcess(
      dataDir,
      { ...OPTIONS, source: 'VIKUNJA' },
      bytesOf([bytes]),
      () => {
        expect(readdirSync(imports, { recursive: true })).toHaveLength(2);
        stop.abort(new Error('stopped'));
        return Promise.reject(new Error('the database has ended'));
      },
      stop.signal,
    );
    await expect(reading).rejects.toThrow('the database has ended');
  });

  it('are deleted a day after a server was killed', async () => {
    const [old, young] = [path.join(imports, 'reader-old'), path.join(imports, 'reader-young')];
    for (const folder of [old, young]) mkdirSync(path.join(folder, 'in'), { recursive: true });
    const yesterday = new Date(Date.now() - 25 * 60 * 60_000);
    utimesSync(old, yesterday, yesterday);
    await readApart([await archive()], 'VIKUNJA');
    expect(readdirSync(imports)).toEqual(['reader-young']);
    rmSync(young, { recursive: true });
  });

  it('that cannot be written say so in the log, and not that the file is too large', async () => {
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield await archive();
      const [name = ''] = readdirSync(imports);
      rmSync(path.join(imports, name), { recursive: true });
      yield new Uint8Array(PART);
    }
    const reading = readInProcess(dataDir, { ...OPTIONS, source: 'CAIRN' }, failing(), () => Promise.resolve());
    await expect(reading).rejects.toThrow('the reader of an import has failed');
  });
});

describe('a date', () => {
  it.each([
    ['2026-11-27', '2026-11-27'],
    ['2026-11-27T10:00:00Z', '2026-11-27T10:00:00.000Z'],
    ['2026-11-27 10:00', '2026-11-27T09:00:00.000Z'],
    ['2026-11-27 00:00', '2026-11-27'],
    ['2026/11/27', '2026-11-27'],
    ['27.11.2026', '2026-11-27'],
    ['27/11/26', '2026-11-27'],
    ['27-11-2026 10:00', '2026-11-27T09:00:00.000Z'],
    ['17/Feb/24 10:23 AM', '2024-02-17T09:23:00.000Z'],
    ['17/Feb/24 12:30 PM', '2024-02-17T11:30:00.000Z'],
    ['Feb 17, 2024', '2024-02-17'],
    ['17 February 2024', '2024-02-17'],
    ['Sat Feb 17 2024 10:00:00 GMT+0100 (Central European Standard Time)', '2024-02-17T09:00:00.000Z'],
    ['2026年11月27日', '2026-11-27'],
    ['2026年11月27日(金) 10:00', '2026-11-27T09:00:00.000Z'],
    // As PostgreSQL writes it.
    ['2026-11-27 10:00:00.123456+00', '2026-11-27T10:00:00.000Z'],
    ['2026-11-27 10:00:00-03', '2026-11-27T13:00:00.000Z'],
    ['Nov 27, 2026 @ 10:00 AM', '2026-11-27T09:00:00.000Z'],
  ])('%s is read', (text, expected) => {
    expect(parseDate(text, 'DAY_FIRST', 'Europe/Berlin')).toBe(expected);
  });

  it.each(['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'pt-BR'])('with the name of a month in %s is read', (locale) => {
    for (const style of ['long', 'short'] as const) {
      for (let month = 1; month <= 12; month += 1) {
        const expected = `2024-${String(month).padStart(2, '0')}-17`;
        const parts = new Intl.DateTimeFormat(locale, { day: 'numeric', month: style }).formatToParts(
          new Date(expected),
        );
        const name = parts.find(({ type }) => type === 'month')?.value ?? '';
        // As Jira and people write it.
        for (const text of [`17/${name}/24`, `17. ${name} 2024`, `17 de ${name} de 2024`, `${name} 17, 2024`]) {
          expect(parseDate(text, 'DAY_FIRST', 'UTC'), text).toBe(expected);
        }
      }
    }
  });

  it.each(['en-US', 'en-GB', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'pt-BR', 'ja', 'zh-CN'])(
    'is read in each form of %s',
    (locale) => {
      const at = new Date('2026-11-27T15:05:00Z');
      const order = locale === 'en-US' ? 'MONTH_FIRST' : 'DAY_FIRST';
      for (const dateStyle of ['short', 'medium', 'long', 'full'] as const) {
        const format = { dateStyle, timeZone: 'UTC' } as const;
        const day = at.toLocaleString(locale, format);
        expect(parseDate(day, order, 'UTC'), day).toBe('2026-11-27');
        const moment = at.toLocaleString(locale, { ...format, timeStyle: 'short' });
        expect(parseDate(moment, order, 'UTC'), moment).toBe('2026-11-27T15:05:00.000Z');
      }
    },
  );

  it.each(['', 'soon', '9999-12-31', '2026-02-30', '31.02.2026', '10:00', '1/1/1', '2026-11-27 25:00'])(
    '%j is none',
    (text) => {
      expect(parseDate(text, 'DAY_FIRST', 'UTC')).toBeNull();
    },
  );

  it('of our own download is none either after the last day that a task can be due on', () => {
    expect(['9999-12-30', '9999-12-31'].map(day)).toEqual(['9999-12-30', null]);
  });

  it('has its day in the time zone of the person', () => {
    expect(dayOf('2026-03-10T23:30:00.000Z', 'Europe/Berlin')).toBe('2026-03-11');
    expect(dayOf('2026-03-10', 'Australia/Sydney')).toBe('2026-03-10');
    expect(dayOf(null, 'UTC')).toBeNull();
  });

  it('has the order of its day and month from the others', () => {
    expect(parseDate('03/04/2026', 'MONTH_FIRST', 'UTC')).toBe('2026-03-04');
    expect(findDateOrder(['03/04/2026', '13/04/2026'])).toBe('DAY_FIRST');
    expect(findDateOrder(['03/04/2026', '04/13/2026'])).toBe('MONTH_FIRST');
    expect(findDateOrder(['03.04.2026'])).toBe('DAY_FIRST');
    expect(findDateOrder(['03/04/2026', '2026-01-01'])).toBeNull();
  });
});

describe('words of other programs', () => {
  it.each([
    ['Done', 'DONE'],
    ['Erledigt ✓', 'DONE'],
    ['完了', 'DONE'],
    ['Doing', 'IN_PROGRESS'],
    ['In Arbeit', 'IN_PROGRESS'],
    ['QA', 'IN_REVIEW'],
    ['Backlog', 'TODO'],
    ['Abandoned', 'TODO'],
    ['Not started', 'TODO'],
    ['Not yet done', 'TODO'],
    ['Nicht begonnen', 'TODO'],
    ['Non commencé', 'TODO'],
    ['未完了', 'TODO'],
    ["Won't do", 'DONE'],
    ['IN_PROGRESS', 'IN_PROGRESS'],
    ['IN_REVIEW', 'IN_REVIEW'],
    ['InProgress', 'IN_PROGRESS'],
    ['NOT_DONE', 'TODO'],
    ['To be done', 'TODO'],
    ['To complete', 'TODO'],
    ['Selected for Development', 'TODO'],
    ['In Bearbeitung', 'IN_PROGRESS'],
    ['Erledigte Aufgaben', 'DONE'],
    ['Terminées', 'DONE'],
    ['Listo', 'DONE'],
    ['Finalizado', 'DONE'],
    ['En proceso', 'IN_PROGRESS'],
    ['Completati', 'DONE'],
    ['Voltooid', 'DONE'],
    ['Niet voltooid', 'TODO'],
    ['W trakcie', 'IN_PROGRESS'],
    ['Zakończone', 'DONE'],
    ['Niezakończone', 'TODO'],
    ['Itens concluídos', 'DONE'],
    ['Não finalizado', 'TODO'],
    ['対応中', 'IN_PROGRESS'],
    ['処理済み', 'DONE'],
    ['正在进行', 'IN_PROGRESS'],
    ['已解决', 'DONE'],
    ['未解决', 'TODO'],
  ])('%s means %s', (name, status) => {
    expect(guessStatus(name)).toBe(status);
  });

  it('say how urgent something is', () => {
    expect(['Highest', 'high', 'Normal', 'P3', 'Dringend', '', 'x'].map(parsePriority)).toEqual([
      'URGENT',
      'HIGH',
      'MEDIUM',
      'LOW',
      'URGENT',
      'MEDIUM',
      null,
    ]);
  });

  it.each([
    ['Sí', true],
    ['☑️', true],
    ['100 %', true],
    ['Faux', false],
    ['fałsz', false],
    ['☐', false],
    ['[ ]', false],
    ['', false],
    ['perhaps', null],
  ])('%j in a column of ticks means %j', (text, expected) => {
    expect(parseYes(text)).toBe(expected);
  });

  it('become Markdown', () => {
    expect(
      wikiToMarkdown('h1. Title\n** deep\n# one\nbq. said\n||a||b||\n{{x}} -old- +new+ [~jon] !pic.png|width=1!'),
    ).toBe('# Title\n   - deep\n1. one\n> said\n| a | b |\n| --- | --- |\n`x` ~~old~~ new jon `pic.png`');
    expect(wikiToMarkdown('{noformat}\n*as is*\n{noformat}')).toBe('```\n*as is*\n```');
  });

  it.each([
    ['Run {code}a*b*c{code} *now*', 'Run `a*b*c` **now**'],
    ['{code:java}int x;\nint y;\n{code}\n*after*', '```java\nint x;\nint y;\n```\n**after**'],
    ['x\n{code}\na\nb{code}\n*after*', 'x\n```\na\nb\n```\n**after**'],
    ['{code}\n{noformat}\n{code}\n*after*', '```\n{noformat}\n```\n**after**'],
    ['*Use* {code} here', '**Use** {code} here'],
    ['x\n{code:sql}\n*open*', 'x\n```sql\n*open*\n```'],
  ])('ends code where it ends: %j', (text, expected) => {
    expect(wikiToMarkdown(text)).toBe(expected);
  });
});
