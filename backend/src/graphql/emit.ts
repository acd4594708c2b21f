import { writeFileSync } from 'node:fs';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { createSchema } from './schema.js';

/** The schema as text, sorted, so that its changes are readable in a review. */
export const schemaText = (): string =>
  `# Made by \`npm run schema\`; do not edit.\n\n${printSchema(lexicographicSortSchema(createSchema()))}\n`;

// run as a program: writes the file that clients and codegen read
if (import.meta.filename === process.argv[1]) writeFileSync('schema.graphql', schemaText());
