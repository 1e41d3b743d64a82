import { defineConfig } from 'vitest/config'

const deep = process.env['DEEP'] === '1'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'web/**/*.test.ts', 'test/**/*.test.ts'],
    typecheck: { enabled: false },
    globalSetup: ['test/setup/database/globalPostgres.ts'],
    provide: { deep },
    // Against what hangs. How long a service takes to start, or a block to be indexed, is the machine's and its neighbours' to say.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 300_000, interval: 50 } },
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
