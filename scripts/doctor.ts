import { readConfig } from '../src/config/config.ts'
import { checkConfig } from './doctor/checkConfig.ts'
import { checkDatabase } from './doctor/checkDatabase.ts'
import { checkBoxes, checkChain, checkNode } from './doctor/checkMachine.ts'
import { type Finding, inWords } from './doctor/Finding.ts'

// Checks the environment of a replica before it starts, and says what to change: npm run doctor

async function main(): Promise<number> {
  const config = readConfig(process.env)
  const checks = [checkDatabase(config), checkChain(config), checkBoxes(config)]
  const findings: Finding[] = [...checkNode(), ...checkConfig(config), ...(await Promise.all(checks)).flat()]
  process.stdout.write(`${findings.map(inWords).join('\n')}\n`)
  return findings.some(({ level }) => level === 'fail') ? 1 : 0
}

try {
  process.exitCode = await main()
} catch (error) {
  process.stdout.write(`FAIL  ${(error as Error).message}\n`)
  process.exitCode = 1
}
