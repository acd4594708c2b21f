import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './precompress.ts';

const here = import.meta.dirname;
const server = process.env.CAIRN_SERVER ?? 'http://127.0.0.1:4000';
const toServer = { target: server };

export default defineConfig({
  root: here,
  plugins: [react({ compiler: true }), tailwindcss(), precompress()],
  resolve: { alias: { '@contract': `${here}/../backend/contract` } },
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
    // GraphiQL's editor is large and loads on its own page only.
    chunkSizeWarningLimit: 4000,
    rolldownOptions: {
      input: { app: `${here}/index.html`, graphiql: `${here}/graphiql.html` },
      onLog: (level, log, report) => {
        // GraphiQL ships modules with 'use no memo', which has no meaning once they are compiled.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
      },
    },
  },
});
