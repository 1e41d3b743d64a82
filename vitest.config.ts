import { defineConfig } from 'vitest/config'

const deep = process.env['DEEP'] === '1'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'web/**/*.test.ts', 'test/**/*.test.ts'],
    typecheck: { enabled: false },
    globalSetup: ['test/setup/database/globalPostgres.ts'],
    provide: { deep },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    pool: 'forks',
    reporters: ['default'],
  },
})

declare module 'vitest' {
  export interface ProvidedContext {
    deep: boolean
  }
}
