import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

type Fragments = GraphQLResolveInfo['fragments'];

/** Returns the fields of a selection and of its fragments, each fragment once. */
function flattenSelection(
  selection: SelectionSetNode | undefined,
  fragments: Fragments,
  seen: Set<string>,
): FieldNode[] {
  return (selection?.selections ?? []).flatMap((node) => {
    if (node.kind === Kind.FIELD) return [node];
    if (node.kind === Kind.INLINE_FRAGMENT) return flattenSelection(node.selectionSet, fragments, seen);
    const name = node.name.value;
    if (seen.has(name)) return [];
    seen.add(name);
    return flattenSelection(fragments[name]?.selectionSet, fragments, seen);
  });
}

function selectedFields(nodes: readonly FieldNode[], fragments: Fragments): FieldNode[] {
  const seen = new Set<string>();
  return nodes.flatMap(({ selectionSet }) => flattenSelection(selectionSet, fragments, seen));
}

/** Whether the query selects one of these fields on the object, or on the objects of the list, being resolved. */
export const selectsOneOf = ({ fieldNodes, fragments }: GraphQLResolveInfo, names: readonly string[]): boolean =>
  selectedFields(fieldNodes, fragments).some(({ name }) => names.includes(name.value));

/** Whether the query asks the connection being resolved only for `totalCount`, so that no row has to be read. */
export const selectsOnlyCount = ({ fieldNodes, fragments }: GraphQLResolveInfo): boolean =>
  selectedFields(fieldNodes, fragments).every(({ name }) => ['totalCount', '__typename'].includes(name.value));

/**
 * Returns the names of the fields that the query selects on each row of the connection being resolved. Fields under
 * `@skip` count too; at worst, a field is read that is not needed.
 */
export function selectedRowFields({ fieldNodes, fragments }: GraphQLResolveInfo): Set<string> {
  const named = (nodes: FieldNode[], name: string) => nodes.filter((node) => node.name.value === name);
  const connection = selectedFields(fieldNodes, fragments);
  const rows = [...named(connection, 'nodes'), ...named(selectedFields(named(connection, 'edges'), fragments), 'node')];
  return new Set(selectedFields(rows, fragments).map(({ name }) => name.value));
}

/** Returns the types for which the selection of the field being resolved has fragments. */
export function selectedTypes({ fieldNodes, fragments }: GraphQLResolveInfo): Set<string> {
  const selections = fieldNodes.flatMap(({ selectionSet }) => selectionSet?.selections ?? []);
  return new Set(
    selections.flatMap((node) => {
      if (node.kind === Kind.FIELD) return [];
      const { typeCondition } = node.kind === Kind.INLINE_FRAGMENT ? node : (fragments[node.name.value] ?? {});
      return typeCondition ? [typeCondition.name.value] : [];
    }),
  );
}
