import { checks } from './smokeChecks.ts'

/** `npm run smoke -- <base_url>`: asks a deployment for everything an agent relies on, and prints what it found. With `SLIPWAY_KEY` it also talks to the desk agent. */
async function main(): Promise<void> {
  const baseUrl = process.argv[2]?.replace(/\/$/, '') ?? 'http://127.0.0.1:8787'
  if (!URL.canParse(baseUrl)) {
    console.error('Usage: npm run smoke -- <base_url>, such as https://slipway.example')
    process.exit(2)
  }
  const outcomes = await Promise.all(
    checks(baseUrl, process.env['SLIPWAY_KEY'] || undefined).map(async ({ name, run }) => ({
      name,
      problem: await problemOf(run),
    })),
  )
  const width = Math.max(...outcomes.map(({ name }) => name.length))
  for (const { name, problem } of outcomes)
    console.log(`${problem === undefined ? '✓' : '✗'} ${name.padEnd(width)}  ${problem ?? ''}`)
  const failed = outcomes.filter(({ problem }) => problem !== undefined).length
  console.log(`\nsmoke of ${baseUrl}: ${outcomes.length - failed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
}

async function problemOf(run: () => Promise<void>): Promise<string | undefined> {
  try {
    await run()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message.split('\n', 1)[0] : String(error)
  }
}

await main()
