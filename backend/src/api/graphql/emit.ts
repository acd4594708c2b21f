import { writeFileSync } from 'node:fs';
import { type GraphQLSchema, Kind, lexicographicSortSchema, parse, printSchema } from 'graphql';
import { createSchema } from './schema.js';

/** Adds `@semanticNonNull` to root fields that are null only with an error; `printSchema` omits applied directives. */
function markNonNull(text: string, schema: GraphQLSchema): string {
  const roots = [schema.getQueryType(), schema.getMutationType()];
  const ends = parse(text).definitions.flatMap((node) => {
    const type =
      node.kind === Kind.OBJECT_TYPE_DEFINITION ? roots.find((root) => root?.name === node.name.value) : null;
    const fields = node.kind === Kind.OBJECT_TYPE_DEFINITION && type ? (node.fields ?? []) : [];
    const marked = fields.filter(({ name }) => type?.getFields()[name.value]?.extensions['semanticNonNull']);
    return marked.map(({ loc }) => loc?.end ?? 0);
  });
  const pieces = [0, ...ends].map((from, at) => text.slice(from, ends[at]));
  return pieces.join(' @semanticNonNull');
}

/** Prints the schema, sorted to keep diffs readable. */
export function schemaText(): string {
  const schema = lexicographicSortSchema(createSchema());
  return `# Made by \`npm run schema\`; do not edit.\n\n${markNonNull(printSchema(schema), schema)}\n`;
}

// Run as a program, it writes the file that clients and codegen read.
if (import.meta.filename === process.argv[1]) writeFileSync('schema.graphql', schemaText());
