import type { Request, Response } from 'express';
import { type RequestLabel, toOutcome } from '../platform/telemetry/requestLabel.js';
import type { Metrics } from '../platform/telemetry/metrics.js';
import { tracing } from '../platform/telemetry/tracing.js';

/** Serves a request with metrics and traces, if they are enabled. Its label is complete at the end. */
export function watchRequest(
  metrics: Metrics | undefined,
  request: Request,
  response: Response,
  call: RequestLabel,
  serve: () => void,
): void {
  const traces = tracing();
  if (!metrics && !traces) return serve();
  const since = performance.now();
  let endTrace: ReturnType<NonNullable<typeof traces>['request']> | undefined;
  metrics?.underWay.inc();
  response.once('close', () => {
    const { statusCode, writableFinished } = response;
    if (!call.outcome || !writableFinished) call.outcome = toOutcome(statusCode, writableFinished);
    const { interface: by, operation, outcome } = call;
    metrics?.underWay.dec();
    metrics?.requests.inc({ interface: by, operation, outcome });
    metrics?.requestSeconds.observe({ interface: by, operation }, (performance.now() - since) / 1000);
    endTrace?.(call, statusCode);
  });
  // Files, pages and health checks would drown the other traces.
  if (!traces || call.interface === 'page') return serve();
  endTrace = traces.request(request.get('traceparent'), request.method, serve);
}
