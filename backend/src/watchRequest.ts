import type { Request, Response } from 'express';
import { type Call, outcomeOf } from './kernel/eyes/call.js';
import type { Metrics } from './kernel/eyes/metrics.js';
import { tracing } from './kernel/eyes/tracing.js';

/** Does what a request asks for, counted and traced where somebody looks. What it was is known at its end. */
export function watchRequest(
  metrics: Metrics | undefined,
  request: Request,
  response: Response,
  call: Call,
  serve: () => void,
): void {
  const traces = tracing();
  if (!metrics && !traces) return serve();
  const since = performance.now();
  let endTrace: ReturnType<NonNullable<typeof traces>['request']> | undefined;
  metrics?.underWay.inc();
  response.once('close', () => {
    const { statusCode, writableFinished } = response;
    if (!call.outcome || !writableFinished) call.outcome = outcomeOf(statusCode, writableFinished);
    const { interface: by, operation, outcome } = call;
    metrics?.underWay.dec();
    metrics?.requests.inc({ interface: by, operation, outcome });
    metrics?.requestSeconds.observe({ interface: by, operation }, (performance.now() - since) / 1000);
    endTrace?.(call, statusCode);
  });
  // files, pages and those who ask whether we live would bury the rest
  if (!traces || call.interface === 'page') return serve();
  endTrace = traces.request(request.get('traceparent'), request.method, serve);
}
