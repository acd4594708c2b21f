import { cpus, release, totalmem } from 'node:os';
import type { Report } from './load.js';

/** Milliseconds as seconds. */
export const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

/** What a scenario came to, in the words of the table. */
export interface Row {
  scenario: string;
  /** Absent where there was no load. */
  report?: Report;
  told: string;
  ok: boolean;
}

const HEAD = [
  'what was done',
  'acknowledged',
  'missing',
  'doubled',
  'events missed',
  'sign-ins lost',
  'read less',
  'slowest answer',
  'all well after',
  'sockets cut',
  'away at most',
  'back at once',
  'beside',
  '',
];

/** The machine and the table, as Markdown: docs/scaling.md has them so. */
export function table(rows: readonly Row[], marks: readonly string[]): string {
  const line = (cells: readonly unknown[]): string => `| ${cells.join(' | ')} |`;
  const cells = ({ scenario, report, told, ok }: Row): unknown[] => {
    const end = [told, ok ? 'ok' : '**missed**'];
    if (!report) return [scenario, ...Array.from({ length: 11 }, () => ''), ...end];
    const { acknowledged, missing, doubled, missedEvents, signInsLost, readLess, slowestAnswerMs, reconnects } = report;
    const lost = [missing, doubled, missedEvents, signInsLost, readLess.length];
    const times = [slowestAnswerMs, report.marks.at(-1)?.healthyAfterMs ?? 0].map(seconds);
    const away = reconnects.length > 0 ? seconds(Math.max(...reconnects)) : '';
    return [scenario, acknowledged, ...lost, ...times, reconnects.length, away, report.reconnectsAtOnce || '', ...end];
  };
  const [{ model } = { model: 'unknown' }] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return [
    `${cpus().length} cores (${model.trim()}), ${memory} GB, Linux ${release()}, Node.js ${process.version}`,
    '',
    line(HEAD),
    line(HEAD.map(() => '---')),
    line(['*mark*', ...marks, ...Array.from({ length: HEAD.length - marks.length - 1 }, () => '')]),
    ...rows.map((row) => line(cells(row))),
  ].join('\n');
}
