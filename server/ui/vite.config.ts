import { defineConfig } from 'vite';

/** The server that the development server passes requests to: `MILL_SERVER=http://127.0.0.1:8088 npm run dev`. */
const server = process.env['MILL_SERVER'] ?? 'http://127.0.0.1:8088';

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: 'dist',
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 2000,
  },
  server: {
    host: '127.0.0.1',
    port: Number(process.env['PORT'] ?? 5173),
    strictPort: true,
    // The server refuses pages of other origins: the origin of the development server becomes its own.
    proxy: { '/api': { target: server, changeOrigin: true, headers: { origin: server } } },
  },
});
