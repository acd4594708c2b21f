// A plugin of codegen that lists the names of all operations of the app. The server counts requests by these names.

export const plugin = (_schema, documents) => {
  const names = documents.flatMap(({ document }) =>
    (document?.definitions ?? []).flatMap((node) =>
      node.kind === 'OperationDefinition' && node.name ? [node.name.value] : [],
    ),
  );
  const lines = [...new Set(names)].sort((a, b) => (a < b ? -1 : 1)).map((name) => `  '${name}',`);
  return `/** The operations of our own client: what requests are counted by. */\nexport const CLIENT_OPERATIONS = [\n${lines.join('\n')}\n] as const;\n`;
};
