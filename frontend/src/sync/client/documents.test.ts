import { buildSchema, concatAST, getNamedType, Kind, parse, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import type { FragmentDefinitionNode, SelectionSetNode } from 'graphql';
import { expect, it } from 'vitest';
import schemaText from '../../../../schema.graphql?raw';

const files = import.meta.glob<string>('../../**/*.graphql', { query: '?raw', import: 'default', eager: true });
const documents = concatAST(Object.values(files).map((text) => parse(text)));
const fragments = new Map<string, FragmentDefinitionNode>();
for (const definition of documents.definitions) {
  if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
}

/** The fields that a selection asks for, those of its fragments included. */
const fieldsOf = ({ selections }: SelectionSetNode): string[] =>
  selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection.name.value];
    if (selection.kind === Kind.INLINE_FRAGMENT) return fieldsOf(selection.selectionSet);
    const fragment = fragments.get(selection.name.value);
    return fragment ? fieldsOf(fragment.selectionSet) : [];
  });

it('asks for the version wherever fields of a task are asked for, so that the cache can tell old from new', () => {
  const info = new TypeInfo(buildSchema(schemaText));
  const unversioned: string[] = [];
  let seen = 0;
  visit(
    documents,
    visitWithTypeInfo(info, {
      Field: ({ name, selectionSet }) => {
        if (!selectionSet || getNamedType(info.getType())?.name !== 'Task') return;
        const fields = fieldsOf(selectionSet);
        if (fields.every((field) => field === 'id')) return;
        seen += 1;
        if (!fields.includes('version')) unversioned.push(name.value);
      },
    }),
  );
  expect(unversioned).toEqual([]);
  expect(seen).toBeGreaterThan(0);
});
