import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

type Fragments = GraphQLResolveInfo['fragments'];

/** The fields of a selection and of the fragments spread in it, each of which is gone through once. */
function fieldsIn(selection: SelectionSetNode | undefined, fragments: Fragments, seen: Set<string>): FieldNode[] {
  return (selection?.selections ?? []).flatMap((node) => {
    if (node.kind === Kind.FIELD) return [node];
    if (node.kind === Kind.INLINE_FRAGMENT) return fieldsIn(node.selectionSet, fragments, seen);
    const name = node.name.value;
    if (seen.has(name)) return [];
    seen.add(name);
    return fieldsIn(fragments[name]?.selectionSet, fragments, seen);
  });
}

function fieldsBelow(nodes: readonly FieldNode[], fragments: Fragments): FieldNode[] {
  const seen = new Set<string>();
  return nodes.flatMap(({ selectionSet }) => fieldsIn(selectionSet, fragments, seen));
}

/**
 * The fields that a document asks of each row of the connection being resolved. Those that `@skip` leaves out count, too:
 * at worst something is read for nothing.
 */
export function fieldsOfRows({ fieldNodes, fragments }: GraphQLResolveInfo): Set<string> {
  const named = (nodes: FieldNode[], name: string) => nodes.filter((node) => node.name.value === name);
  const connection = fieldsBelow(fieldNodes, fragments);
  const rows = [...named(connection, 'nodes'), ...named(fieldsBelow(named(connection, 'edges'), fragments), 'node')];
  return new Set(fieldsBelow(rows, fragments).map(({ name }) => name.value));
}
