import type pg from 'pg';
import { tracing } from '../telemetry/tracing.js';
import { DatabaseClient } from './databaseClient.js';
import { PREPARABLE_MARK } from './preparable.js';

/** A preparable statement gets a name after this many uses, up to MAX_PREPARED statements. */
const PREPARE_AFTER = 5;
const MAX_PREPARED = 200;

/** Use count and name by text. Texts come from our code, so they are few. */
const known = new Map<string, { uses: number; name: string | undefined }>();
let named = 0;

function assignName(text: string): string | undefined {
  let statement = known.get(text);
  if (!statement) {
    if (!text.includes(PREPARABLE_MARK)) return undefined;
    // lists inlined into the text create many texts, so counts of unnamed statements are reset
    if (known.size >= 10 * MAX_PREPARED) for (const [key, { name }] of known) if (!name) known.delete(key);
    known.set(text, (statement = { uses: 0, name: undefined }));
  }
  statement.uses += 1;
  if (!statement.name && statement.uses >= PREPARE_AFTER && named < MAX_PREPARED) statement.name = `cairn_${++named}`;
  return statement.name;
}

function withName(args: unknown[]): unknown[] {
  const [text, values] = args;
  if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0 || args.length > 2) return args;
  const name = assignName(text);
  return name ? [{ name, text, values }] : args;
}

const readText = ([first]: readonly unknown[]): unknown =>
  typeof first === 'string' ? first : (first as { text?: unknown } | undefined)?.text;

/**
 * A pooled connection. Frequent preparable statements are prepared once per connection (`plan_cache_mode = auto`); all others
 * are planned with their values each time. A pooler in front of PostgreSQL must support prepared statements or keep
 * sessions. Each statement is a span of the current trace.
 */
export class PooledClient extends DatabaseClient {
  constructor(config: pg.ClientConfig = {}) {
    super(config);
    const query = this.query.bind(this) as (...args: unknown[]) => unknown;
    this.query = ((...args: unknown[]) => {
      const send = (): unknown => query(...withName(args));
      const current = tracing();
      const text = current && readText(args);
      return typeof text === 'string' ? current?.statement(text, send) : send();
    }) as typeof this.query;
  }
}
