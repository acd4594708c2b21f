import type { Call } from './call.js';

/**
 * What traces of this process are made by. Nothing of OpenTelemetry is loaded until somebody wants them
 * (`openTelemetry.ts`); until then each place below asks one variable.
 */
export interface Tracing {
  /** Does what a request asks for, as the beginning or, by its `traceparent`, a part of a trace. Answers how to end it. */
  request: (traceparent: string | undefined, method: string, work: () => void) => (call: Call, status: number) => void;
  /** Does a piece of it, as a span of its own. `named` gives it its name when it is over. */
  part: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  /** The same for a statement, whose values are left out. */
  statement: <T>(text: string, ask: () => T) => T;
  /** Does a job, as a part of the trace of what made it. */
  job: <T>(task: string, traceparent: unknown, work: () => Promise<T>) => Promise<T>;
  /** Where we are in a trace, as a job carries it on. */
  traceparent: () => string | undefined;
  /** The same for a line of the log. */
  ids: () => { trace_id: string; span_id: string } | undefined;
}

let current: Tracing | undefined;

/** What traces are made by; undefined where none are. */
export const tracing = (): Tracing | undefined => current;

/** There is one of a process. */
export const setTracing = (value: Tracing | undefined): void => void (current = value);

/** Does a piece of what is asked, as a span where there are traces. */
export const traced = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  current ? current.part(name, work) : work();
