const REPORT_MS = 5_000;
const REDRAW_MS = 200;

/** Units, and how much of the count is one of them. */
const UNITS = { MB: 1_000_000, indexes: 1 };
type Unit = keyof typeof UNITS;

export interface Progress {
  /** Begins a step with a total of bytes or indexes (0: unknown). */
  step(name: string, total: number, unit?: Unit): void;
  /** Adds to the amount of the current step that is done. */
  done(count: number): void;
  end(): void;
}

export const noProgress: Progress = { step: () => undefined, done: () => undefined, end: () => undefined };

const number = (count: number): string => count.toLocaleString('en');

/** Shows progress on a stream: one changing line in a terminal, otherwise a line every five seconds. */
export function createProgress(stream: NodeJS.WriteStream): Progress {
  let [name, total, done, shownAt] = ['', 0, 0, 0];
  let unit: Unit = 'MB';
  let drawn = false;
  const draw = (): void => {
    const scale = UNITS[unit];
    const so = number(Math.floor(done / scale));
    const of = total > 0 ? ` of ${number(Math.max(Math.ceil(total / scale), Math.floor(done / scale)))}` : '';
    const line = `${name}: ${so}${of} ${unit}`;
    stream.write(stream.isTTY ? `\r\u001B[K${line}` : `${line}\n`);
    drawn = true;
    shownAt = performance.now();
  };
  return {
    step: (next, of, counted = 'MB') => {
      [name, total, done, unit] = [next, of, 0, counted];
      if (shownAt === 0) shownAt = performance.now();
    },
    done: (count) => {
      done += count;
      if (performance.now() - shownAt >= (stream.isTTY ? REDRAW_MS : REPORT_MS)) draw();
    },
    end: () => {
      if (drawn && stream.isTTY) stream.write('\r\u001B[K');
    },
  };
}
