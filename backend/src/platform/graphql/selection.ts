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

/**
 * Returns the names of the fields that the query selects on each row of the connection being resolved. Fields under `@skip`
 * count too: at worst something is read in vain.
 */
export function selectedRowFields({ fieldNodes, fragments }: GraphQLResolveInfo): Set<string> {
  const named = (nodes: FieldNode[], name: string) => nodes.filter((node) => node.name.value === name);
  const connection = selectedFields(fieldNodes, fragments);
  const rows = [...named(connection, 'nodes'), ...named(selectedFields(named(connection, 'edges'), fragments), 'node')];
  return new Set(selectedFields(rows, fragments).map(({ name }) => name.value));
}
