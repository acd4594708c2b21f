import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { UUID } from '../../contract/text.js';
import type { JsonSchema } from './route.js';

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
  pipe?: readonly { type: string; options?: readonly string[] }[];
}

/** Fields that are a text first and more further down their pipe, where the converter does not look. */
function narrowed(schema: v.GenericSchema): [name: string, more: JsonSchema][] {
  const { entries = {} } = schema as { entries?: Record<string, Piped> };
  return Object.entries(entries).flatMap(([name, { pipe = [] }]) =>
    pipe.slice(1).flatMap(({ type, options }): [string, JsonSchema][] => {
      if (type === 'picklist') return [[name, { enum: options }]];
      // "email" of JSON Schema is another rule, and each checker has its own
      return type === 'rfc_email' ? [[name, { pattern: v.RFC_EMAIL_REGEX.source }]] : [];
    }),
  );
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
  for (const [name, more] of narrowed(schema)) properties[name] = { ...properties[name], ...more };
  const { entries = {} } = schema as { entries?: Record<string, v.GenericSchema> };
  for (const [name, field] of Object.entries(entries)) {
    const items = objectsIn(field);
    const list = (properties[name]?.['anyOf'] as JsonSchema[] | undefined)?.[0] ?? properties[name];
    if (items && list) list['items'] = jsonSchemaOf(items);
  }
  const required = requiredFields(schema);
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
}
