const REPORT_MS = 5_000;
const REDRAW_MS = 200;

/** Told how far it is. */
export interface Progress {
  /** A step begins, of so many rows or bytes (0: nobody knows). */
  step(name: string, total: number): void;
  /** So many more are done. */
  done(count: number): void;
  end(): void;
}

export const silent: Progress = { step: () => undefined, done: () => undefined, end: () => undefined };

const number = (count: number): string => count.toLocaleString('en');

/**
 * Progress on standard error: at a terminal one line that changes, elsewhere a line every five seconds.
 * @param unit what is counted: rows, MB
 */
export function progressOn(stream: NodeJS.WriteStream, unit: string, scale = 1): Progress {
  let [name, total, done, said] = ['', 0, 0, 0];
  let drawn = false;
  const draw = (): void => {
    const so = number(Math.floor(done / scale));
    const of = total > 0 ? ` of ${number(Math.max(Math.ceil(total / scale), Math.floor(done / scale)))}` : '';
    const line = `${name}: ${so}${of} ${unit}`;
    stream.write(stream.isTTY ? `\r\u001B[K${line}` : `${line}\n`);
    drawn = true;
    said = performance.now();
  };
  return {
    step: (next, of) => {
      [name, total, done] = [next, of, 0];
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
