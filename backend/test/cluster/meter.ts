/** Nothing acknowledged for longer than this, of all writers together, is an outage. */
const OUTAGE_MS = 1_500;
/** Tries to come back are counted in windows of so long. */
const WINDOW_MS = 100;

/** What happened after a mark, up to the next. */
export interface Mark {
  name: string;
  acknowledged: number;
  slowestAnswerMs: number;
  slowestWriteMs: number;
  reconnects: number;
  reconnectsAtOnce: number;
  errors: Record<string, number>;
  longestOutageMs: number;
  /** How long after the mark the last call failed: since then all were answered. 0: none failed. */
  healthyAfterMs: number;
  /** The time from the mark until the last socket was back; 0 if none was cut. */
  socketsBackAfterMs: number;
}

interface OpenMark extends Mark {
  at: number;
  tries: number[];
}

const newMark = (name: string): OpenMark => ({
  name,
  at: performance.now(),
  acknowledged: 0,
  slowestAnswerMs: 0,
  slowestWriteMs: 0,
  reconnects: 0,
  reconnectsAtOnce: 0,
  errors: {},
  longestOutageMs: 0,
  healthyAfterMs: 0,
  socketsBackAfterMs: 0,
  tries: [],
});

/** The most of these moments within one window. */
function mostAtOnce(moments: readonly number[]): number {
  let most = 0;
  for (let first = 0, last = 0; last < moments.length; last += 1) {
    while ((moments[last] as number) - (moments[first] as number) > WINDOW_MS) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}

/** Measures what writers and sockets go through, over the whole load and from mark to mark. */
export class Meter {
  readonly #begun = performance.now();
  readonly #all = newMark('all');
  readonly #marks: OpenMark[] = [];
  readonly #reconnects: number[] = [];
  readonly #outages: { from: number; to: number; ms: number }[] = [];
  #lastGood: number | undefined;

  /** Writers begin, for the first time or after a pause. */
  begin(): void {
    this.#lastGood ??= performance.now();
  }

  pause(): void {
    this.#closeGap();
    this.#lastGood = undefined;
  }

  mark(name: string): void {
    this.#marks.push(newMark(name));
  }

  attempted(ms: number): void {
    for (const now of this.#now()) now.slowestAnswerMs = Math.max(now.slowestAnswerMs, ms);
  }

  acknowledged(ms: number): void {
    this.#closeGap();
    this.#lastGood = performance.now();
    for (const now of this.#now()) {
      now.acknowledged += 1;
      now.slowestWriteMs = Math.max(now.slowestWriteMs, ms);
    }
  }

  failed(how: string): void {
    for (const now of this.#now()) now.healthyAfterMs = performance.now() - now.at;
    this.#count(how);
  }

  socketCut(code: number): void {
    this.#count(`socket ${code}`);
  }

  triedAgain(): void {
    for (const now of this.#now()) now.tries.push(performance.now());
  }

  back(ms: number): void {
    this.#reconnects.push(Math.round(ms));
    for (const now of this.#now()) {
      now.reconnects += 1;
      now.socketsBackAfterMs = performance.now() - now.at;
    }
  }

  /** The figures, when all writers have ended. */
  end() {
    this.pause();
    const { slowestAnswerMs, slowestWriteMs, errors, reconnectsAtOnce } = this.#toMark(this.#all);
    return {
      slowestAnswerMs,
      slowestWriteMs,
      reconnects: this.#reconnects,
      reconnectsAtOnce,
      errors,
      outages: this.#outages,
      marks: this.#marks.map((mark) => this.#toMark(mark)),
    };
  }

  #now(): OpenMark[] {
    const mark = this.#marks.at(-1);
    return mark ? [this.#all, mark] : [this.#all];
  }

  #count(error: string): void {
    for (const now of this.#now()) now.errors[error] = (now.errors[error] ?? 0) + 1;
  }

  #closeGap(): void {
    const now = performance.now();
    if (this.#lastGood === undefined || now - this.#lastGood < OUTAGE_MS) return;
    const ms = Math.round(now - this.#lastGood);
    this.#outages.push({
      from: Math.round(this.#lastGood - this.#begun),
      to: Math.round(now - this.#begun),
      ms,
    });
    for (const mark of this.#now()) mark.longestOutageMs = Math.max(mark.longestOutageMs, ms);
  }

  #toMark({ at: _at, tries, ...mark }: OpenMark): Mark {
    return {
      ...mark,
      slowestAnswerMs: Math.round(mark.slowestAnswerMs),
      slowestWriteMs: Math.round(mark.slowestWriteMs),
      healthyAfterMs: Math.round(mark.healthyAfterMs),
      socketsBackAfterMs: Math.round(mark.socketsBackAfterMs),
      reconnectsAtOnce: mostAtOnce(tries),
    };
  }
}
