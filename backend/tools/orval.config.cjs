module.exports = {
  fetch: {
    input: './openapi.json',
    output: { target: './gen/orval/fetch.ts', client: 'fetch', baseUrl: process.env.SERVER + '/api' },
  },
  zod: { input: './openapi.json', output: { target: './gen/orval/zod.ts', client: 'zod' } },
};
