import { type Logger, pino } from 'pino';

export type { Logger } from 'pino';

/** Structured logs as JSON lines. Secrets never enter: what could carry one is named here and cut out. */
export function createLogger(level: string): Logger {
  return pino({
    level,
    base: undefined,
    redact: {
      paths: [
        'req.headers.authorization',
        'req.headers.cookie',
        '*.password',
        '*.passwordHash',
        '*.token',
        '*.accessToken',
      ],
      censor: '[redacted]',
    },
  });
}
