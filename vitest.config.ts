import { defineConfig } from 'vitest/config'

const deep = process.env['DEEP'] === '1'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'web/**/*.test.ts', 'test/**/*.test.ts'],
    // Loading the modules again for each file takes a third of the time. A file leaves nothing behind: it closes what it opens.
    isolate: false,
    typecheck: { enabled: false },
    globalSetup: ['test/setup/database/globalPostgres.ts'],
    provide: { deep },
    // A guard against hangs. The time to start a service or to index a block depends on the machine and its load.
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
