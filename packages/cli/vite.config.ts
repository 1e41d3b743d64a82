import { defineConfig } from 'vite'

/** One file with everything in it, so that it runs in an empty folder without network. */
export default defineConfig({
  build: {
    ssr: 'src/main.ts',
    target: 'node20',
    minify: true,
    emptyOutDir: true,
    rolldownOptions: { output: { codeSplitting: false } },
  },
  ssr: { noExternal: true, target: 'node' },
  logLevel: 'warn',
})
