import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { UUID } from '../../contract/uuid.js';
import type { JsonSchema } from './restRow.js';

const isEmpty = (schema: object): boolean => Object.keys(schema).length === 0;

/** JSON Schema's patterns have no flags, so a case-insensitive one is written out. */
const pattern = ({ source, flags }: RegExp): string => (flags.includes('i') ? source.replace('a-f', 'a-fA-F') : source);

/**
 * Removes internals of the schemas from the converter's result: defaults that exist only for a "required" message, and
 * Dates, which only GraphQL passes.
 */
function tidy(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(tidy);
  if (typeof node !== 'object' || node === null) return node;
  const schema: JsonSchema = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, tidy(value)]));
  if (schema['default'] === '' || schema['default'] === null) delete schema['default'];
  if (schema['format'] === 'uuid') delete schema['minLength'];
  const choices = (schema['anyOf'] as JsonSchema[] | undefined)?.filter((choice) => !isEmpty(choice));
  if (!choices) return schema;
  if (choices.length === 1) {
    const { anyOf: _one, ...rest } = schema;
    return { ...choices[0], ...rest };
  }
  return { ...schema, anyOf: choices.flatMap((choice) => (choice['anyOf'] as JsonSchema[] | undefined) ?? [choice]) };
}

interface Piped {
  type?: string;
  pipe?: readonly [Piped, ...Action[]];
  /** The schema inside an optional or nullable one. */
  wrapped?: Piped;
}

interface Action {
  type: string;
  options?: readonly string[];
  requirement?: unknown;
}

/** Unwraps a schema; returns the inner type and the actions of its pipes. */
function unwrapped(schema: Piped): { type: string | undefined; actions: Action[] } {
  const [within, ...actions] = schema.pipe ?? [schema.wrapped];
  if (!within) return { type: schema.type, actions: [] };
  const inner = unwrapped(within);
  return { type: inner.type, actions: [...inner.actions, ...actions] };
}

/** Returns the constraints of actions after a transformation, which the converter ignores. */
function toConstraints({ type, options, requirement }: Action, of: string | undefined): JsonSchema {
  if (type === 'picklist') return { enum: options };
  // JSON Schema's "email" is a different rule, and validators disagree about it
  if (type === 'rfc_email') return { pattern: v.RFC_EMAIL_REGEX.source };
  if (of !== 'array') return {};
  if (type === 'min_length') return { minItems: requirement };
  return type === 'max_length' ? { maxItems: requirement } : {};
}

/** Returns a schema with further constraints on its values other than null. */
function narrowed(schema: JsonSchema, more: JsonSchema): JsonSchema {
  const choices = schema['anyOf'] as JsonSchema[] | undefined;
  if (!choices) return { ...schema, ...more };
  return { ...schema, anyOf: choices.map((choice) => (choice['type'] === 'null' ? choice : { ...choice, ...more })) };
}

/** Returns the schema of the objects in a list field; undefined for other fields. */
function objectsIn(field: v.GenericSchema): v.GenericSchema | undefined {
  const { wrapped, pipe, item } = field as {
    wrapped?: v.GenericSchema;
    pipe?: [v.GenericSchema];
    item?: v.GenericSchema;
  };
  if (item) return item.type === 'object' ? item : undefined;
  const inner = wrapped ?? pipe?.[0];
  return inner && objectsIn(inner);
}

/** Returns the required fields of a body: the fields that the schema reports for an empty body. */
function requiredFields(schema: v.GenericSchema): string[] {
  const issues = v.safeParse(schema, {}).issues ?? [];
  return [...new Set(issues.map(({ path }) => String(path?.[0]?.key)))];
}

/**
 * Returns the JSON Schema of the input that a contract schema accepts. Rules that JSON Schema cannot express are only
 * checked by the server (422).
 */
export function jsonSchemaOf(schema: v.GenericSchema): JsonSchema {
  const converted = toJsonSchema(schema, {
    typeMode: 'input',
    target: 'draft-2020-12',
    errorMode: 'ignore',
    overrideAction: ({ valibotAction, jsonSchema }) => {
      if (valibotAction.type !== 'regex') return undefined;
      const { requirement } = valibotAction as unknown as { requirement: RegExp };
      const { pattern: _pattern, ...rest } = jsonSchema;
      return requirement === UUID ? { ...rest, format: 'uuid' } : { ...rest, pattern: pattern(requirement) };
    },
  });
  const properties = tidy(converted['properties'] ?? {}) as Record<string, JsonSchema>;
  for (const [name, field] of Object.entries((schema as { entries?: Record<string, Piped> }).entries ?? {})) {
    const { type, actions } = unwrapped(field);
    const more = Object.assign({}, ...actions.map((action) => toConstraints(action, type))) as JsonSchema;
    properties[name] = narrowed(properties[name] ?? {}, more);
    const items = objectsIn(field as v.GenericSchema);
    const list = (properties[name]?.['anyOf'] as JsonSchema[] | undefined)?.[0] ?? properties[name];
    if (items && list) list['items'] = jsonSchemaOf(items);
  }
  const required = requiredFields(schema);
  // the contract's default is an empty list, so that a missing one gets a readable error
  for (const name of required) delete properties[name]?.['default'];
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
}
