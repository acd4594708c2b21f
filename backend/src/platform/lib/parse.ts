import * as v from 'valibot';
import { reasonOf } from '../../../contract/reasonOf.js';
import { badRequest, type FieldError, fieldError, invalid } from './errors.js';

/** The maximum number of fields in one error. */
const FIELDS_NAMED = 20;

/** Valibot's name for a schema that refuses unknown fields. */
const STRICT = 'strict_object';

/**
 * Picks the schema's fields. GraphQL input classes have absent fields as undefined, which a schema treats differently. Only
 * the schema's names are iterated: the input can have a hundred thousand.
 */
function pickFields({ type, entries }: Shape, input: object): object {
  const names =
    entries && type !== STRICT ? Object.keys(entries).filter((name) => Object.hasOwn(input, name)) : Object.keys(input);
  const given = input as Record<string, unknown>;
  return Object.fromEntries(names.map((name) => [name, given[name]]).filter(([, value]) => value !== undefined));
}

/** Returns a field's name in messages: `assigneeId` becomes "Assignee". */
function toLabel(field: string): string {
  const words = field.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns the path of an issue: a field of the input, or a field of an object in a list (`tasks.17.title`). */
function toFieldPath(path: readonly { key: unknown }[]): string {
  const keys = path.map(({ key }) => key);
  if (typeof keys[0] !== 'string') return 'input';
  const inList = typeof keys[1] === 'number' && typeof keys[2] === 'string';
  return inList ? keys.slice(0, keys.findLastIndex((key) => typeof key === 'string') + 1).join('.') : keys[0];
}

type Issue = v.BaseIssue<unknown>;

const isMissing = ({ type, expected }: Issue): boolean =>
  type === 'object' || (type === STRICT && expected !== 'never');

/** Returns the error of an issue. Valibot reports a missing field at its object, in a message for programmers. */
export const toFieldError = (issue: Issue, field: string): FieldError => ({
  text: isMissing(issue) && issue.path?.length === 1 ? `${toLabel(field)} is required` : issue.message,
  ...reasonOf(issue),
});

/** The parts of any Valibot schema that are read here. */
interface Shape {
  type?: string;
  entries?: Record<string, Shape>;
  item?: Shape;
  wrapped?: Shape;
  pipe?: readonly [Shape, ...{ kind: string; type: string; requirement?: unknown; message?: unknown }[]];
}

function tooMany({ requirement, message }: { requirement?: unknown; message?: unknown }): FieldError {
  const max = Number(requirement);
  return fieldError('tooMany', typeof message === 'string' ? message : `At most ${max} entries`, { max });
}

/** Finds lists over their maximum length without checking their items: a megabyte of empty objects would take seconds. */
function* findLongLists(
  shape: Shape,
  value: unknown,
  path: readonly (string | number)[],
): Generator<[string, FieldError]> {
  const [inner = shape.wrapped, ...actions] = shape.pipe ?? [];
  if (inner) {
    const change = actions.findIndex(({ kind }) => kind === 'transformation');
    // a limit after a transformation, such as removing duplicate tags, is checked on its result
    const limit = actions.find(({ type }, at) => type === 'max_length' && (change < 0 || at < change));
    if (limit && Array.isArray(value) && value.length > Number(limit.requirement))
      yield [toFieldPath(path.map((key) => ({ key }))), tooMany(limit)];
    else yield* findLongLists(inner, value, path);
  } else if (shape.item && Array.isArray(value)) {
    for (const [at, one] of value.entries()) yield* findLongLists(shape.item, one, [...path, at]);
  } else if (shape.entries && typeof value === 'object' && value !== null) {
    const fields = value as Record<string, unknown>;
    for (const [name, field] of Object.entries(shape.entries)) {
      // most fields of most inputs are not given, or hold no list
      if (typeof fields[name] === 'object') yield* findLongLists(field, fields[name], [...path, name]);
    }
  }
}

/**
 * Parses input by a schema; unknown fields are dropped unless the schema refuses them. Throws VALIDATION_FAILED with the
 * first broken rule of each of the first FIELDS_NAMED fields, or BAD_REQUEST if the input is not an object.
 */
export function parse<const Schema extends v.GenericSchema>(schema: Schema, input: unknown): v.InferOutput<Schema> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw badRequest('The body must be a JSON object');
  }
  const long: Record<string, FieldError> = {};
  for (const [name, error] of findLongLists(schema, input, [])) {
    long[name] = error;
    if (Object.keys(long).length === FIELDS_NAMED) break;
  }
  if (Object.keys(long).length > 0) throw invalid(long);
  const result = v.safeParse(schema, pickFields(schema as Shape, input), { abortPipeEarly: true });
  if (result.success) return result.output;
  const fields = Object.create(null) as Record<string, FieldError[]>;
  for (const issue of result.issues) {
    const name = toFieldPath(issue.path ?? []);
    if (!(name in fields) && Object.keys(fields).length === FIELDS_NAMED) break;
    const errors = (fields[name] ??= []);
    const error = toFieldError(issue, name);
    if (errors.every(({ text }) => text !== error.text)) errors.push(error);
  }
  throw invalid(fields);
}
