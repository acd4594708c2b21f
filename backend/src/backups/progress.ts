const REPORT_MS = 5_000;
const REDRAW_MS = 200;

/** What is counted, and how many of it are one that is shown. */
const UNITS = { MB: 1_000_000, indexes: 1 };
type Unit = keyof typeof UNITS;

/** Told how far it is. */
export interface Progress {
  /** A step begins, of so many bytes or indexes (0: nobody knows). */
  step(name: string, total: number, unit?: Unit): void;
  /** So many more are done. */
  done(count: number): void;
  end(): void;
}

export const silent: Progress = { step: () => undefined, done: () => undefined, end: () => undefined };

const number = (count: number): string => count.toLocaleString('en');

/** Progress on standard error: at a terminal one line that changes, elsewhere a line every five seconds. */
export function progressOn(stream: NodeJS.WriteStream): Progress {
  let [name, total, done, said] = ['', 0, 0, 0];
  let unit: Unit = 'MB';
  let drawn = false;
  const draw = (): void => {
    const scale = UNITS[unit];
    const so = number(Math.floor(done / scale));
    const of = total > 0 ? ` of ${number(Math.max(Math.ceil(total / scale), Math.floor(done / scale)))}` : '';
    const line = `${name}: ${so}${of} ${unit}`;
    stream.write(stream.isTTY ? `\r\u001B[K${line}` : `${line}\n`);
    drawn = true;
    said = performance.now();
  };
  return {
    step: (next, of, counted = 'MB') => {
      [name, total, done, unit] = [next, of, 0, counted];
      if (said === 0) said = performance.now();
    },
    done: (count) => {
      done += count;
      if (performance.now() - said >= (stream.isTTY ? REDRAW_MS : REPORT_MS)) draw();
    },
    end: () => {
      if (drawn && stream.isTTY) stream.write('\r\u001B[K');
    },
  };
}
