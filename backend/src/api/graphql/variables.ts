import {
  type GraphQLInputType,
  GraphQLError,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  type OperationDefinitionNode,
  typeFromAST,
  valueFromASTUntyped,
} from 'graphql';

export type Variables = Record<string, unknown>;

/** Returns the variables of a request, including defaults. */
export function resolveVariables({ variableDefinitions }: OperationDefinitionNode, given: Variables): Variables {
  const defaults = (variableDefinitions ?? []).flatMap(({ variable, defaultValue }) =>
    defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)] as const] : [],
  );
  return { ...Object.fromEntries(defaults), ...given };
}

interface InvalidValue {
  path: string;
  message: string;
}

/** Checks names first, and does not collect them: there can be a hundred thousand. */
const NAME_MAX = 50;
const cut = (name: string): string => name.slice(0, NAME_MAX).toWellFormed();

function findInvalidField(
  type: Extract<GraphQLInputType, { getFields: unknown }>,
  value: object,
  path: string,
): InvalidValue | null {
  const fields = type.getFields();
  // Runs first, and streams the names: there can be a hundred thousand.
  for (const name in value) {
    if (!Object.hasOwn(value, name) || Object.hasOwn(fields, name)) continue;
    return { path, message: `Field "${cut(name)}" is not defined by type "${type.name}".` };
  }
  for (const field of Object.values(fields)) {
    const given = (value as Record<string, unknown>)[field.name];
    if (given === undefined) {
      if (!isRequiredInputField(field)) continue;
      return { path, message: `Field "${field.name}" of required type "${String(field.type)}" was not provided.` };
    }
    const invalid = findInvalidValue(field.type, given, `${path}.${field.name}`);
    if (invalid) return invalid;
  }
  return null;
}

/**
 * Returns the first part of a JSON value that does not match its type. graphql-js checks the same, but traverses the whole value
 * for each message and quotes it.
 */
function findInvalidValue(type: GraphQLInputType, value: unknown, path: string): InvalidValue | null {
  if (isNonNullType(type)) {
    if (value != null) return findInvalidValue(type.ofType, value, path);
    return { path, message: `Expected non-nullable type "${String(type)}" not to be null.` };
  }
  if (value == null) return null;
  if (isListType(type)) {
    if (!Array.isArray(value)) return findInvalidValue(type.ofType, value, path);
    for (const [at, item] of value.entries()) {
      const invalid = findInvalidValue(type.ofType, item, `${path}[${at}]`);
      if (invalid) return invalid;
    }
    return null;
  }
  if (isInputObjectType(type)) {
    if (typeof value === 'object' && !Array.isArray(value)) return findInvalidField(type, value, path);
    return { path, message: `Expected type "${type.name}" to be an object.` };
  }
  const refused: InvalidValue = {
    path,
    message: isEnumType(type) ? `Value does not exist in "${type.name}" enum.` : `Expected type "${type.name}".`,
  };
  // No scalar of ours is an object or a list.
  if (typeof value === 'object') return refused;
  try {
    return type.parseValue(value) === undefined ? refused : null;
  } catch {
    return refused;
  }
}

/** Throws the first error of an operation's variables, with the messages of graphql-js but without the values. */
export function refuseInvalidVariables(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Variables,
): void {
  for (const node of variableDefinitions) {
    const type = typeFromAST(schema, node.type);
    // The validation has already refused it.
    if (!isInputType(type)) continue;
    const name = node.variable.name.value;
    const refuse = (message: string): never => {
      throw new GraphQLError(`Variable "$${cut(name)}" ${message}`, { nodes: node });
    };
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    if (value === undefined && (node.defaultValue || !isNonNullType(type))) continue;
    if (value === undefined) refuse(`of required type "${String(type)}" was not provided.`);
    if (value === null && isNonNullType(type)) refuse(`of non-null type "${String(type)}" must not be null.`);
    const invalid = findInvalidValue(type, value, '');
    if (!invalid) continue;
    const at = invalid.path === '' ? '' : ` at "${cut(name)}${invalid.path}"`;
    refuse(`got invalid value${at}; ${invalid.message}`);
  }
}
