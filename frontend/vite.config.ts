import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { precompress } from './precompress.ts';

const here = import.meta.dirname;
const server = process.env.CAIRN_SERVER ?? 'http://127.0.0.1:4000';
const toServer = { target: server };

/** A module of the router's production build. */
const routerFile = (name: string): string =>
  fileURLToPath(new URL(`../production/${name}`, import.meta.resolve('react-router')));

/** The router's exports lead to its development build whatever is asked for; what people download is the other one. */
const productionRouter: Plugin = {
  name: 'production-router',
  apply: 'build',
  config: () => ({
    resolve: { alias: { 'react-router/dom': routerFile('dom-export.mjs'), 'react-router': routerFile('index.mjs') } },
  }),
};

export default defineConfig({
  root: here,
  plugins: [react({ compiler: true }), tailwindcss(), precompress(), productionRouter],
  resolve: {
    alias: { '@contract': `${here}/../backend/contract` },
    // RxJS in the JavaScript of today; its usual form is for browsers that no longer run this app, and larger.
    conditions: ['es2015', ...defaultClientConditions],
  },
  // Vite itself must see the worker imports in these files; bundled ahead of time they cannot be resolved.
  optimizeDeps: { exclude: ['graphiql/setup-workers/vite', '@graphiql/react/setup-workers/vite'] },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/graphql': { target: server, ws: true },
      '/api': toServer,
      '/healthz': toServer,
      '/readyz': toServer,
    },
  },
  build: {
    outDir: `${here}/../dist/frontend`,
    emptyOutDir: true,
    // The content security policy allows files of this origin only: nothing may become a data: address.
    assetsInlineLimit: 0,
    // `npm test` weighs the pages by it.
    manifest: true,
    // GraphiQL's editor is large and loads on its own page only.
    chunkSizeWarningLimit: 4000,
    rolldownOptions: {
      input: { app: `${here}/index.html`, graphiql: `${here}/graphiql.html` },
      // Every page needs all of React: in one file it is smaller than spread over several.
      output: {
        codeSplitting: { groups: [{ name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ }] },
      },
      onLog: (level, log, report) => {
        // GraphiQL ships modules with 'use no memo', which has no meaning once they are compiled.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
      },
    },
  },
});
