/** A line of the table: what was done, what was measured, and what was promised of it. */
export interface Row {
  scenario: string;
  measured: string;
  marks: string;
  ok: boolean;
}

/** The table as Markdown, as docs/cluster.md has it. */
export function table(rows: readonly Row[]): string {
  const lines = rows.map(
    ({ scenario, measured, marks, ok }) => `| ${scenario} | ${measured} | ${marks} | ${ok ? 'ok' : '**missed**'} |`,
  );
  return ['| what was done | what was measured | mark | |', '|---|---|---|---|', ...lines].join('\n');
}

/** Milliseconds as seconds. */
export const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
