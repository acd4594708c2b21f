import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { UUID } from '../../contract/uuid.js';
import type { JsonSchema } from './restRow.js';

const isEmpty = (schema: object): boolean => Object.keys(schema).length === 0;

/** JSON Schema's patterns know no flags. */
const pattern = ({ source, flags }: RegExp): string => (flags.includes('i') ? source.replace('a-f', 'a-fA-F') : source);

/**
 * Says in the words of the interface what the converter says of the schema's machinery: defaults that only carry a
 * "required" message are no defaults, a Date is what GraphQL hands over and never comes by JSON.
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

/** Constraints of actions after a transformation, which the converter ignores. */
function saidBy({ type, options, requirement }: Action, of: string | undefined): JsonSchema {
  if (type === 'picklist') return { enum: options };
  // "email" of JSON Schema is another rule, and each checker has its own
  if (type === 'rfc_email') return { pattern: v.RFC_EMAIL_REGEX.source };
  if (of !== 'array') return {};
  if (type === 'min_length') return { minItems: requirement };
  return type === 'max_length' ? { maxItems: requirement } : {};
}

/** A schema with more said of those of its values that are not null. */
function narrowed(schema: JsonSchema, more: JsonSchema): JsonSchema {
  const choices = schema['anyOf'] as JsonSchema[] | undefined;
  if (!choices) return { ...schema, ...more };
  return { ...schema, anyOf: choices.map((choice) => (choice['type'] === 'null' ? choice : { ...choice, ...more })) };
}

/** The objects of which a field is a list. */
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

/** The fields a body must have: those an empty one is refused for. */
function requiredFields(schema: v.GenericSchema): string[] {
  const issues = v.safeParse(schema, {}).issues ?? [];
  return [...new Set(issues.map(({ path }) => String(path?.[0]?.key)))];
}

/** The JSON Schema of what a published schema takes; rules that have no words in it are left to the answer 422. */
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
    const more = Object.assign({}, ...actions.map((action) => saidBy(action, type))) as JsonSchema;
    properties[name] = narrowed(properties[name] ?? {}, more);
    const items = objectsIn(field as v.GenericSchema);
    const list = (properties[name]?.['anyOf'] as JsonSchema[] | undefined)?.[0] ?? properties[name];
    if (items && list) list['items'] = jsonSchemaOf(items);
  }
  const required = requiredFields(schema);
  // a list that must not be empty is empty unless given, so that it is refused in words
  for (const name of required) delete properties[name]?.['default'];
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
}
