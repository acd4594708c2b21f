import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Attributes,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider, TraceIdRatioBasedSampler } from '@opentelemetry/sdk-trace';
import { statementShape, statementSummary } from './statementShape.js';
import type { Tracing } from './tracing.js';

interface OpenTelemetryOptions {
  /** The share of all traces that is kept, 0 to 1. */
  share: number;
  role: string;
  version: string;
}

/** How long a stop waits for the collector. */
const FLUSH_MS = 1_000;

/**
 * Sends traces with OpenTelemetry, as OTLP over HTTP, configured by its usual variables. Spans are created at a few places by
 * hand: automatic instrumentation costs too much start-up and request time.
 *
 * Sampling depends on the trace id alone, so all parts of a trace agree. The sampled flag of a `traceparent` is ignored:
 * any client could send it and fill our storage.
 */
export function openTelemetry({
  share,
  role,
  version,
}: OpenTelemetryOptions): Tracing & { close: () => Promise<void> } {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'cairn', 'service.version': version, 'cairn.role': role }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    sampler: new TraceIdRatioBasedSampler(share),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter(), exportTimeoutMillis: 5_000 })],
    spanLimits: { attributeCountLimit: 32, attributeValueLengthLimit: 4_000 },
  });
  const tracer = provider.getTracer('cairn');
  const active = new AsyncLocalStorage<Span>();

  const begin = (name: string, kind: SpanKind, attributes: Attributes, parent: Span | undefined): Span =>
    tracer.startSpan(name, { kind, attributes }, parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT);

  /** The remote parent of a span. */
  const remote = (traceparent: unknown): Span | undefined => {
    const found: SpanContext | null = typeof traceparent === 'string' ? parseTraceParent(traceparent) : null;
    return found ? trace.wrapSpanContext({ ...found, isRemote: true }) : undefined;
  };

  const end = (span: Span, error?: unknown): void => {
    // the log has the message; a span must not, because it can quote what people typed
    if (error !== undefined) {
      const { code } = (error ?? {}) as { code?: unknown };
      if (typeof code === 'string') span.setAttribute('error.type', code);
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end();
  };

  const within = async <T>(span: Span, work: () => Promise<T>): Promise<T> => {
    try {
      const result = await active.run(span, work);
      end(span);
      return result;
    } catch (error) {
      end(span, error ?? true);
      throw error;
    }
  };

  const sampled = (): Span | undefined => {
    const span = active.getStore();
    return span?.isRecording() ? span : undefined;
  };

  return {
    request: (traceparent, method, work) => {
      const span = begin(method, SpanKind.SERVER, { 'http.request.method': method }, remote(traceparent));
      active.run(span, work);
      return (call, status) => {
        span.updateName(call.interface === 'rest' ? call.operation : `${method} ${call.interface} ${call.operation}`);
        span.setAttributes({
          'http.response.status_code': status,
          'cairn.interface': call.interface,
          'cairn.operation': call.operation,
          'cairn.outcome': call.outcome ?? 'OK',
        });
        if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      };
    },
    part: (name, work) => {
      const parent = sampled();
      return parent ? within(begin(name, SpanKind.INTERNAL, {}, parent), work) : work();
    },
    statement: (text, send) => {
      const parent = sampled();
      if (!parent) return send();
      const summary = statementSummary(text);
      const attributes = {
        'db.system.name': 'postgresql',
        'db.query.summary': summary,
        'db.query.text': statementShape(text),
      };
      const span = begin(summary, SpanKind.CLIENT, attributes, parent);
      const answer = send();
      if (answer instanceof Promise) {
        answer.then(
          () => end(span),
          (error: unknown) => end(span, error ?? true),
        );
      } else end(span);
      return answer;
    },
    job: (task, traceparent, work) =>
      within(begin(`job ${task}`, SpanKind.CONSUMER, { 'cairn.job': task }, remote(traceparent)), work),
    traceparent: () => {
      const span = sampled()?.spanContext();
      return span && `00-${span.traceId}-${span.spanId}-01`;
    },
    ids: () => {
      const span = sampled()?.spanContext();
      return span && { trace_id: span.traceId, span_id: span.spanId };
    },
    close: async () => {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise((resolve) => (timer = setTimeout(resolve, FLUSH_MS)));
      await Promise.race([provider.shutdown(), late])
        .catch(() => undefined)
        .finally(() => clearTimeout(timer));
    },
  };
}
