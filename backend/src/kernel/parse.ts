import * as v from 'valibot';
import type { FieldErrors } from '../../contract/errors.js';
import { badRequest, invalid } from './errors.js';

/** So many fields are named in one refusal. */
const FIELDS_NAMED = 20;

/**
 * The fields that a schema names. GraphQL input classes carry absent fields as undefined, which is another thing to a schema.
 * The input's own names are not listed: there may be a hundred thousand.
 */
function namedFields({ entries }: Shape, input: object): object {
  const names = entries ? Object.keys(entries).filter((name) => Object.hasOwn(input, name)) : Object.keys(input);
  const given = input as Record<string, unknown>;
  return Object.fromEntries(names.map((name) => [name, given[name]]).filter(([, value]) => value !== undefined));
}

/** What a field is called in a message: `assigneeId` is the assignee. */
function labelOf(field: string): string {
  const words = field.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Where something stands: a field of the input, or in a list of objects one of theirs (`tasks.17.title`). */
function placeOf(path: readonly { key: unknown }[]): string {
  const keys = path.map(({ key }) => key);
  if (typeof keys[0] !== 'string') return 'input';
  const inList = typeof keys[1] === 'number' && typeof keys[2] === 'string';
  return inList ? keys.slice(0, keys.findLastIndex((key) => typeof key === 'string') + 1).join('.') : keys[0];
}

/** A field that is not there at all is the object's fault to valibot, which says so in words for programmers. */
const messageOf = (issue: v.BaseIssue<unknown>, field: string): string =>
  issue.type === 'object' && issue.path?.length === 1 ? `${labelOf(field)} is required` : issue.message;

/** What is asked of a schema here, whatever it is. */
interface Shape {
  entries?: Record<string, Shape>;
  item?: Shape;
  wrapped?: Shape;
  pipe?: readonly [Shape, ...{ kind: string; type: string; requirement?: unknown; message?: unknown }[]];
}

/**
 * Tells lists that are longer than they may be, of what is in them nothing: a megabyte of empty objects would be looked at,
 * and told of, for seconds.
 */
function* longLists(shape: Shape, value: unknown, path: readonly (string | number)[]): Generator<[string, string]> {
  const [within = shape.wrapped, ...actions] = shape.pipe ?? [];
  if (within) {
    const change = actions.findIndex(({ kind }) => kind === 'transformation');
    // what is left of it by a change, as of tags that are named twice, is judged then
    const limit = actions.find(({ type }, at) => type === 'max_length' && (change < 0 || at < change));
    if (limit && Array.isArray(value) && value.length > Number(limit.requirement))
      yield [placeOf(path.map((key) => ({ key }))), String(limit.message)];
    else yield* longLists(within, value, path);
  } else if (shape.item && Array.isArray(value)) {
    for (const [at, one] of value.entries()) yield* longLists(shape.item, one, [...path, at]);
  } else if (shape.entries && typeof value === 'object' && value !== null) {
    const fields = value as Record<string, unknown>;
    for (const [name, field] of Object.entries(shape.entries)) yield* longLists(field, fields[name], [...path, name]);
  }
}

/**
 * Reads input by a published schema; fields it does not name are dropped.
 * Throws VALIDATION_FAILED with one message a field (the first rule it breaks) of the first fields, or BAD_REQUEST when it is no object.
 */
export function parse<const Schema extends v.GenericSchema>(schema: Schema, input: unknown): v.InferOutput<Schema> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw badRequest('The body must be a JSON object');
  }
  const long: FieldErrors = {};
  for (const [name, message] of longLists(schema as Shape, input, [])) {
    long[name] = [message];
    if (Object.keys(long).length === FIELDS_NAMED) break;
  }
  if (Object.keys(long).length > 0) throw invalid(long);
  const result = v.safeParse(schema, namedFields(schema as Shape, input), { abortPipeEarly: true });
  if (result.success) return result.output;
  const fields: FieldErrors = Object.create(null) as FieldErrors;
  for (const issue of result.issues) {
    const name = placeOf(issue.path ?? []);
    if (!(name in fields) && Object.keys(fields).length === FIELDS_NAMED) break;
    const messages = (fields[name] ??= []);
    const message = messageOf(issue, name);
    if (!messages.includes(message)) messages.push(message);
  }
  throw invalid(fields);
}
