import {
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedOutputType,
  type GraphQLObjectType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import type { Schema } from '../../support/jsonSchemaCheck.js';

const SCALARS: Record<string, Schema> = {
  ID: { type: 'string', format: 'uuid' },
  Int: { type: 'integer' },
  Boolean: { type: 'boolean' },
  DateTimeISO: { type: 'string', format: 'date-time' },
};

/** The JSON Schema of an input type. */
export function schemaOf(type: GraphQLInputType, name = ''): Schema {
  const bare = getNullableType(type);
  if (isListType(bare)) return { type: 'array', items: schemaOf(bare.ofType, name) };
  if (isEnumType(bare)) return { enum: bare.getValues().map((value) => value.name) };
  if (isInputObjectType(bare)) return objectOf(Object.values(bare.getFields()));
  const { name: scalar } = getNamedType(bare);
  return SCALARS[scalar] ?? { type: 'string', ...(name === 'email' && { format: 'email' }) };
}

/** The same of several fields or arguments together. */
export function objectOf(fields: readonly { name: string; type: GraphQLInputType }[]): Schema {
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(({ name, type }) => [name, schemaOf(type, name)])),
    required: fields.filter(({ type }) => isNonNullType(type)).map(({ name }) => name),
  };
}

/** All plain fields of a type and of its objects down to `depth`, to return what was written. */
function selectionOf(type: GraphQLNamedOutputType, depth: number): string {
  if (!isObjectType(type)) return '';
  const fields = Object.values(type.getFields()).flatMap((field) => {
    const named = getNamedType(field.type);
    if (!isObjectType(named)) return [field.name];
    // connections in connections cost more than a request may
    if (depth === 0 || (type.name !== 'Query' && named.name.endsWith('Connection'))) return [];
    return [`${field.name} ${selectionOf(named, depth - 1)}`];
  });
  return `{ __typename ${fields.join(' ')} }`;
}

/** An operation of one root field, each of its arguments a variable of the same name. */
export function documentOf(root: GraphQLObjectType, { name, args, type }: GraphQLField<unknown, unknown>): string {
  const declared = args.map((arg) => `$${arg.name}: ${String(arg.type)}`);
  const passed = args.map((arg) => `${arg.name}: $${arg.name}`);
  const list = (parts: string[]): string => (parts.length > 0 ? `(${parts.join(', ')})` : '');
  return `${root.name.toLowerCase()}${list(declared)} { ${name}${list(passed)} ${selectionOf(getNamedType(type), 1)} }`;
}
