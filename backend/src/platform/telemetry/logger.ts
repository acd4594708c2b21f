import { type Logger, type LoggerOptions, pino } from 'pino';
import { PinoPretty } from 'pino-pretty';
import { tracing } from './tracing.js';

export type { Logger } from 'pino';

/** Paths of secrets that are cut out of every line. */
const SECRETS = [
  'req.headers.authorization',
  'req.headers.cookie',
  '*.password',
  '*.passwordHash',
  '*.token',
  '*.accessToken',
];

/** Logs JSON lines, or readable lines in a terminal. */
export function createLogger(level: string): Logger {
  const options: LoggerOptions = {
    level,
    base: undefined,
    redact: { paths: SECRETS, censor: '[redacted]' },
    mixin: () => tracing()?.ids() ?? {},
  };
  if (!process.stdout.isTTY) return pino(options);
  return pino(
    options,
    PinoPretty({ sync: true, singleLine: true, translateTime: 'SYS:HH:MM:ss', ignore: 'port,host' }),
  );
}
