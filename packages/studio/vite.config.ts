import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { pageConstants } from '../../scripts/page-constants.mjs';

/** Built into the gateway, which serves and publishes it; nothing is inlined, since its policy lets only files run. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  define: pageConstants,
  build: {
    outDir: '../gateway/static',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  // While working on the page: a gateway on its usual port answers.
  server: { proxy: { '/v1': 'http://127.0.0.1:4310' } },
});
