import { getNamedType, type GraphQLSchema, isInputObjectType, isObjectType } from 'graphql';

/** Descriptions of what a root field takes, by name: its arguments, and the fields of those that are objects. */
export function inputDescriptions(schema: GraphQLSchema, rootField: string): ReadonlyMap<string, string> {
  const roots = [schema.getQueryType(), schema.getMutationType()];
  const args = roots.flatMap((type) => type?.getFields()[rootField]?.args ?? []);
  const found = args.flatMap(({ name, description, type }) => {
    const named = getNamedType(type);
    const fields = isInputObjectType(named) ? Object.values(named.getFields()) : [];
    return [{ name, description }, ...fields];
  });
  return new Map(found.map(({ name, description }) => [name, description ?? '']));
}

/** Descriptions of the fields of an object type; none when there is no such type. */
export function fieldDescriptions(schema: GraphQLSchema, typeName: string): ReadonlyMap<string, string> {
  const type = schema.getType(typeName);
  const fields = isObjectType(type) ? Object.values(type.getFields()) : [];
  return new Map(fields.map(({ name, description }) => [name, description ?? '']));
}

/** The description of a type. */
export const descriptionOf = (schema: GraphQLSchema, typeName: string): string | undefined =>
  schema.getType(typeName)?.description ?? undefined;
