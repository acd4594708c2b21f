import { readFileSync } from 'node:fs';
import type { CodegenConfig } from '@graphql-codegen/cli';

const SCHEMA_TYPES = 'frontend/src/sync/client/schema.generated.ts';

// The app takes no data of an answer with errors (Apollo's errorPolicy `none`), so it never sees the nulls beside them.
const schema = readFileSync('schema.graphql', 'utf8').replaceAll(/ @semanticNonNull$/gm, '!');

const types = {
  scalars: { ID: 'string', DateTimeISO: { input: 'string', output: 'string' }, JSONObject: 'Record<string, unknown>' },
  strictScalars: true,
  enumType: 'const',
  nonOptionalTypename: true,
  skipTypeNameForRoot: true,
  useTypeImports: true,
  avoidOptionals: { field: true, inputValue: false },
};

// Each operation's types stand beside the component that needs them; the enums and inputs they share stand once.
const config: CodegenConfig = {
  overwrite: true,
  schema,
  documents: 'frontend/src/**/*.graphql',
  generates: {
    'backend/src/api/graphql/operations.generated.ts': { plugins: ['./frontend/operationNames.mjs'] },
    [SCHEMA_TYPES]: {
      plugins: ['typescript-operations'],
      config: { ...types, generateOperationTypes: false },
    },
    'frontend/src/': {
      preset: 'near-operation-file',
      presetConfig: { extension: '.generated.ts' },
      plugins: ['typescript-operations', 'typed-document-node'],
      config: {
        ...types,
        importSchemaTypesFrom: SCHEMA_TYPES,
        // A component reads the fields of its own fragment; a parent cannot.
        inlineFragmentTypes: 'mask',
        customDirectives: { apolloUnmask: true },
      },
    },
  },
};

export default config;
