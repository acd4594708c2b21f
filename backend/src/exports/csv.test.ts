import { describe, expect, it } from 'vitest';
import { readCsv } from '../../test/support/unzip.js';
import { csvLine } from './csv.js';

describe('a table', () => {
  it('has lines by RFC 4180: CRLF at the end, doubled quotes, and quotes around commas, quotes and line breaks', () => {
    expect(csvLine(['a', 'b c', '', 'x,y', 'say "no"', 'one\ntwo', 'one\r\ntwo'])).toBe(
      'a,b c,,"x,y","say ""no""","one\ntwo","one\r\ntwo"\r\n',
    );
    const cells = ['🛶 Zürich', ' padded ', '"', ',', '\n', '', '1.5', "it's", 'a=b', 'C++', 'me@tern.example'];
    expect(readCsv(csvLine(cells) + csvLine(['next']))).toEqual([cells, ['next']]);
  });

  it.each([
    '=HYPERLINK("http://evil.example","x")',
    '+1+cmd|calc',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\rtext',
    '\ttext',
    '  =1',
    '\n=1',
    ' \u00a0+1',
    '＝1',
    '\ufeff=1',
  ])('has no cell that a spreadsheet would run: %j', (text) => {
    const line = csvLine(['before', text]);
    expect(readCsv(line)).toEqual([['before', `'${text}`]]);
    // neither with nor without the quotes
    expect(line).toMatch(/^before,"?'/);
  });
});
