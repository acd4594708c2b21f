import type { RequestLabel } from './requestLabel.js';

/** Tracing hooks. OpenTelemetry is loaded only if tracing is on (`openTelemetry.ts`); otherwise each hook checks one variable. */
export interface Tracing {
  /** Runs a request as the root or, by its `traceparent`, a part of a trace. Returns a function that ends its span. */
  request: (
    traceparent: string | undefined,
    method: string,
    work: () => void,
  ) => (call: RequestLabel, status: number) => void;
  /** Runs work as a span of the current trace. */
  part: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  /** Runs a statement as a span; its values are left out. */
  statement: <T>(text: string, send: () => T) => T;
  /** Runs a job as a part of the trace that added it. */
  job: <T>(task: string, traceparent: unknown, work: () => Promise<T>) => Promise<T>;
  /** The current span, for a job's payload. */
  traceparent: () => string | undefined;
  /** The current span, for a log line. */
  ids: () => { trace_id: string; span_id: string } | undefined;
}

let current: Tracing | undefined;

/** The process's tracing; undefined if it is off. */
export const tracing = (): Tracing | undefined => current;

export const setTracing = (value: Tracing | undefined): void => void (current = value);

/** Runs work as a span if tracing is on. */
export const runTraced = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  current ? current.part(name, work) : work();
