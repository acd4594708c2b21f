import 'reflect-metadata';
import { GraphQLDateTimeISO } from 'graphql-scalars';
import { type ClassType, Field, getMetadataStorage, ID, InputType, Int } from 'type-graphql';
import * as v from 'valibot';
import { UUID } from '../../../contract/uuid.js';
import { toWriteName, WriteInput } from './write.js';

/** A field's description, with its GraphQL type where the schema does not determine it: objects, and ids that are not UUIDs. */
type Description = string | { type: object; description: string };
/** A missing or unknown field does not compile. */
type Descriptions<Entries extends v.ObjectEntries> = { readonly [Name in keyof Entries]: Description };
/** The description of an id that is in the REST path. */
type IdDescription = string | { nullable: boolean; description: string };

interface InputFields<Entries extends v.ObjectEntries> {
  /** The schema that the service parses the input with. */
  schema: v.GenericSchema & { readonly entries: Entries };
  descriptions: Descriptions<Entries>;
}

/** An input can consist of ids only, or of `mutationId` only. */
type MaybeFields<Entries extends v.ObjectEntries> =
  | InputFields<Entries>
  | { schema?: undefined; descriptions?: undefined };

interface InputOptions {
  /** Default: "Input of …". */
  description?: string;
  /** Ids that are in the REST path and therefore not in the schema. */
  ids?: Readonly<Record<string, IdDescription>>;
  /** Declares `mutationId`. */
  base?: ClassType;
}

interface AnySchema extends v.GenericSchema {
  readonly pipe?: readonly [AnySchema, ...Action[]];
  readonly wrapped?: AnySchema;
  readonly item?: AnySchema;
  readonly options?: readonly unknown[];
}

interface Action {
  readonly type: string;
  readonly requirement?: unknown;
  readonly options?: readonly unknown[];
}

function findEnum(values: readonly unknown[] = []): object {
  const found = getMetadataStorage().enums.find(({ enumObj }) => {
    const own = Object.values(enumObj);
    return own.length === values.length && own.every((value) => values.includes(value));
  });
  if (!found) throw new Error(`No GraphQL enum has the values ${values.join(', ')}`);
  return found.enumObj;
}

/** Returns the GraphQL type of a Valibot schema; `actions` are the enclosing pipes' actions. */
function toGraphQLType({ type, pipe, wrapped, item, options }: AnySchema, actions: readonly Action[] = []): unknown {
  if (pipe) {
    const [inner, ...rest] = pipe;
    return toGraphQLType(inner, [...rest, ...actions]);
  }
  if (wrapped) return toGraphQLType(wrapped, actions);
  switch (type) {
    case 'string': {
      if (actions.some(({ requirement }) => requirement === UUID)) return ID;
      const picklist = actions.find((action) => action.type === 'picklist');
      return picklist ? findEnum(picklist.options) : String;
    }
    case 'picklist':
      return findEnum(options);
    case 'number':
      return Int;
    case 'boolean':
      return Boolean;
    case 'array':
      return item && [toGraphQLType(item)];
    case 'union':
      // a Date from GraphQL, a string from JSON
      if ((options as AnySchema[]).some((option) => option.type === 'date')) return GraphQLDateTimeISO;
  }
  throw new Error(`A ${type} of Valibot has no GraphQL type: name it beside the description`);
}

/** Whether the field can be absent or null. */
const isNullable = (field: v.GenericSchema): boolean =>
  field.type === 'exact_optional' || [undefined, null].some((value) => v.safeParse(field, value).success);

/** Defines an input type with the base's fields, the ids, and a field for each schema entry. */
function buildInputType<Entries extends v.ObjectEntries>(
  name: string,
  { base, ids = {}, schema, descriptions, ...options }: InputOptions & { base: ClassType } & MaybeFields<Entries>,
): ClassType {
  class Input extends base {}
  for (const [id, given] of Object.entries(ids)) {
    Field(() => ID, typeof given === 'string' ? { description: given } : given)(Input.prototype, id);
  }
  for (const [field, rule] of Object.entries<v.GenericSchema>(schema?.entries ?? {})) {
    const given = descriptions?.[field] as Description;
    const { type, description } = typeof given === 'string' ? { type: undefined, description: given } : given;
    // evaluated lazily: the enums are registered by then
    const lazyType = () => (type ?? toGraphQLType(rule)) as object;
    Field(lazyType, { nullable: isNullable(rule), description })(Input.prototype, field);
  }
  InputType(name, options)(Input);
  return Input;
}

/** Defines an object within an input, or an input without `mutationId`. */
export const inputObjectOf = <Entries extends v.ObjectEntries>(
  name: string,
  description: string,
  fields: InputFields<Entries>,
): ClassType => buildInputType(name, { base: Object, description, ...fields });

const schemas = new Map<string, v.GenericSchema & { readonly entries: v.ObjectEntries }>();

/** Returns the schema that a write's service parses its input with; undefined if the input has only ids. */
export const schemaOfInput = (write: string) => schemas.get(write);

/**
 * Defines the GraphQL input of a write; `name` is the write's name, capitalized. The contract's schema determines types and
 * nullability. Descriptions are kept out of the contract, because the client loads it.
 */
export function inputOf<Entries extends v.ObjectEntries>(
  name: string,
  options: InputOptions & MaybeFields<Entries> = {},
): ClassType<WriteInput> {
  const write = toWriteName(name);
  if (options.schema) schemas.set(write, options.schema);
  return buildInputType(`${name}Input`, { base: WriteInput, description: `Input of \`${write}\`.`, ...options });
}

/** Defines the input of a write that only takes an id. */
export const idInputOf = (name: string, description: string): ClassType<WriteInput> =>
  inputOf(name, { ids: { id: description } });
