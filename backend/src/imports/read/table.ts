import { parse } from 'csv-parse';
import { importReason } from '../../../contract/importReasons.js';
import { IMPORTS } from '../../../contract/limits.js';
import { toStorable } from '../../../contract/text.js';
import { FORMULA } from '../../platform/lib/formula.js';
import { toSourceName } from './cleanTask.js';
import { UnreadableFile } from './draft.js';
import { decodeTable, findDelimiter } from './tableText.js';

export interface Table {
  /** The names of the columns. Several columns can have the same name. */
  header: string[];
  rows: string[][];
  /** The numbers of the rows in a spreadsheet, where empty rows count. */
  numbers: number[];
}

/** A row as the parser returns it. */
interface FoundRow {
  record: string[];
  info: { records: number; empty_lines: number };
}

/** The rows of a sheet in Excel. */
const SHEET_ROWS = 1_048_576;

/** Removes the `'` that programs write before text that looks like a formula, so that spreadsheets do not run it. */
const unescapeFormula = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;

/** Reads a table with any usual delimiter and encoding. Empty rows are left out. */
export async function readTable(parts: AsyncIterable<Uint8Array>): Promise<Table> {
  const texts = decodeTable(parts);
  const first = await texts.next();
  let start = (first.value ?? '') as string;
  const delimiter = findDelimiter(start);
  start = start.replace(/^sep=.\r?\n/, '');
  const parser = parse({
    bom: true,
    delimiter,
    // All usual line ends. If the parser detected them, it would accept only the first one that it finds, and join
    // lines with other ends.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    info: true,
    max_record_size: IMPORTS.rowBytes,
  });
  const table: Table = { header: [], rows: [], numbers: [] };
  const feed = async (): Promise<void> => {
    parser.write(start);
    for await (const text of texts) {
      if (parser.destroyed) return;
      if (!parser.write(text)) await new Promise((resolve) => parser.once('drain', resolve).once('close', resolve));
    }
    parser.end();
  };
  const fed = feed().catch((error: unknown) => void parser.destroy(error as Error));
  try {
    for await (const { record: found, info } of parser as AsyncIterable<FoundRow>) {
      // A sheet with more rows than spreadsheets have would keep this process busy.
      if (info.records > SHEET_ROWS) throw new UnreadableFile(importReason('tableTooLong', { max: IMPORTS.tasks }));
      if (found.every((cell) => cell.trim() === '')) continue;
      const record = found.map(toStorable);
      if (table.header.length === 0) table.header = record.map((name, at) => toSourceName(name) || `Column ${at + 1}`);
      else {
        table.rows.push(record.map(unescapeFormula));
        table.numbers.push(info.records + info.empty_lines);
      }
      if (table.header.length > IMPORTS.columns) {
        throw new UnreadableFile(importReason('tableTooWide', { max: IMPORTS.columns }));
      }
      if (table.rows.length > IMPORTS.tasks) {
        throw new UnreadableFile(importReason('tableTooLong', { max: IMPORTS.tasks }));
      }
    }
    await fed;
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    const at = (error as { lines?: number }).lines;
    throw new UnreadableFile(at === undefined ? importReason('badTable') : importReason('badTableLine', { line: at }));
  }
  if (table.header.length === 0) throw new UnreadableFile(importReason('emptyFile'));
  return table;
}
