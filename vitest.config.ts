import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const files = globSync('{src,web,test}/**/*.test.ts', { exclude: ['**/node_modules/**'] })
/** The files that replace timers, globals or modules, which must not reach the other files of a worker. */
const REPLACES = /\bvi\.(mock|hoisted|useFakeTimers|spyOn|stub\w+|resetModules)\(/
const alone = files.filter((path) => REPLACES.test(readFileSync(path, 'utf8')))
const shared = files.filter((path) => !alone.includes(path))

const deep = process.env['DEEP'] === '1'

export default defineConfig({
  test: {
    projects: [
      // Loading the modules again for each file takes a third of the time.
      { extends: true, test: { name: 'shared', include: shared, isolate: false } },
      { extends: true, test: { name: 'alone', include: alone } },
    ],
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
