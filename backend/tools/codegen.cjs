module.exports = {
  schema: './schema.graphql',
  documents: ['./clients/codegen.ts'],
  generates: {
    './gen/codegen/': {
      preset: 'client',
      config: { scalars: { DateTimeISO: 'string', JSONObject: 'Record<string, unknown>' } },
    },
  },
};
