import { expect } from 'vitest';
import { ERROR_STATUS, type ErrorCode } from '../../../contract/errors.js';
import { type Reason, REASONS } from '../../../contract/reasons.js';

/** Details that no answer may contain: of the database, the code, the machine, the schema. */
const LEAK =
  /\b(select|insert into|update|delete from)\b.{1,80}\b(from|values|set|where)\b|relation "|syntax error at|violates|constraint|pg_|sqlstate|invalid byte sequence|node_modules|\/backend\/|\.(js|ts):\d|\bat \S+ \(|did you mean|TypeError|RangeError|is not a function|cannot read prop|cannot convert|mikro|kysely|valibot/i;

interface Failure {
  message?: unknown;
  code?: unknown;
  errors?: unknown;
  reasons?: unknown;
  data?: unknown;
}

/** Each message of a field has a reason of the list, with its params. */
function expectMessages(errors: unknown, reasons: unknown, at: string): void {
  if (errors === undefined) return expect(reasons, at).toBeUndefined();
  expect(typeof errors === 'object' && errors !== null && !Array.isArray(errors), at).toBe(true);
  for (const messages of Object.values(errors as object)) {
    expect(messages, at).toEqual(expect.arrayContaining([expect.any(String)]));
  }
  const messages = Object.entries(errors as Record<string, string[]>);
  const fields = messages.flatMap(([field, texts]) => texts.map(() => field));
  expect(
    (reasons as Reason[]).map(({ field }) => field),
    at,
  ).toEqual(fields);
  for (const { key, params } of reasons as Reason[]) {
    expect(Object.keys(params).toSorted(), `${at}: ${key}`).toEqual([...REASONS[key]].toSorted());
  }
  return undefined;
}

/** The server's words, without what the caller said themselves: GraphQL quotes the values it refuses. */
const words = (message: string): string =>
  message.replaceAll(/"(?:[^"\\]|\\.)*"/g, '"…"').replace(/got invalid value .*?(?=; |$)/s, '…');

/** A refusal has a documented code below 500 and reveals no internal details. */
function expectRefusal(code: unknown, message: unknown, at: string): void {
  expect(Object.keys(ERROR_STATUS), at).toContain(code);
  expect(ERROR_STATUS[code as ErrorCode], at).toBeLessThan(500);
  expect(typeof message, at).toBe('string');
  expect(words(String(message)), at).not.toMatch(LEAK);
}

/** Holds an answer of REST against the contract: never a defect, one shape, one table. */
export function expectValidRestAnswer(status: number, text: string, at: string): void {
  expect(status, `${at}: ${text.slice(0, 300)}`).toBeLessThan(500);
  if (status === 204) return expect(text, at).toBe('');
  const body = JSON.parse(text) as Failure;
  if (status < 300) return expect(body, at).toHaveProperty('data');
  const { message, code, errors, reasons, ...rest } = body;
  expectRefusal(code, message, `${at}: ${text.slice(0, 300)}`);
  expect(ERROR_STATUS[code as ErrorCode], at).toBe(status);
  expect(Object.keys(rest).filter((key) => key !== 'data' || code !== 'CONFLICT')).toEqual([]);
  expectMessages(errors, reasons, at);
  return expect(code === 'VALIDATION_FAILED', at).toBe(errors !== undefined);
}

/** The same of GraphQL. */
export function expectValidGraphQLAnswer(status: number, text: string, at: string): void {
  expect(status, `${at}: ${text.slice(0, 300)}`).toBeLessThan(500);
  const { errors, data } = JSON.parse(text) as {
    data?: unknown;
    errors?: { message: string; extensions?: { code?: string; fields?: unknown; reasons?: unknown } }[];
  };
  if (errors === undefined) return expect(data, `${at}: ${text}`).toBeDefined();
  for (const { message, extensions } of errors) {
    expectRefusal(extensions?.code, message, `${at}: ${text.slice(0, 300)}`);
    expectMessages(extensions?.fields, extensions?.reasons, at);
  }
  return undefined;
}
