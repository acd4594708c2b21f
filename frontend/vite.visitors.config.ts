import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './precompress.ts';

const here = import.meta.dirname;

/**
 * The page of a shared link (src/visitors), which vite.config.ts builds after the app. If it were built with the app,
 * the two would share files, and visitors would load code of pages that they cannot see.
 */
export default defineConfig({
  root: here,
  plugins: [
    babel({ presets: [linguiTransformerBabelPreset()] }),
    // An unfinished language uses English for missing translations; a test finds those of finished languages.
    ...lingui(),
    react({ compiler: true }),
    tailwindcss(),
    precompress(),
  ],
  resolve: { alias: { '@contract': `${here}/../backend/contract` } },
  build: {
    outDir: `${here}/../dist/frontend`,
    // beside the app
    emptyOutDir: false,
    copyPublicDir: false,
    assetsInlineLimit: 0,
    manifest: '.vite/visitors.json',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: `${here}/shared.html`,
      output: {
        entryFileNames: 'assets/visitors-[hash:7].js',
        chunkFileNames: 'assets/visitors-[name]-[hash:7].js',
      },
    },
  },
});
