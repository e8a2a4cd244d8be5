import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { notices } from './notices';

// Nothing is inlined, so that the page works under a content security policy without inline scripts or data addresses.
export default defineConfig({
  plugins: [svelte(), notices()],
  base: './',
  build: { outDir: '../build/web', emptyOutDir: true, assetsInlineLimit: 0, target: 'es2022', chunkSizeWarningLimit: 900 },
  server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
  test: { include: ['tests/*.test.ts'] },
});
