import { Writable } from 'node:stream';
import pino, { type Level } from 'pino';
import type { Logger } from '../../src/platform/telemetry/logger.js';

/** A log that is kept, so that a test can look for what must be in it, or must not. */
export function captureLog(level: Level = 'debug'): { log: Logger; lines: string[] } {
  const lines: string[] = [];
  const to = new Writable({
    write: (line: Buffer, _encoding, done) => {
      lines.push(line.toString());
      done();
    },
  });
  return { log: pino({ level }, to), lines };
}
