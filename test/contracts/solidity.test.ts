import { createHardhatRuntimeEnvironment } from 'hardhat/hre'
import { expect, inject, test } from 'vitest'
import config from '../../hardhat.config.ts'
import { quietForeignWarnings } from '../../scripts/quietForeignWarnings.ts'

type Suite = { id: { name: string }; testResults: { name: string; status: string; reason?: string }[] }

const DEEP = { fuzz: { runs: 10_000 }, invariant: { runs: 256, depth: 500, failOnRevert: true } }

// The suites run before vitest collects the tests, so that each Solidity test is reported as one of them.
quietForeignWarnings()
const solidity = { ...config.test?.solidity, ...(inject('deep') && DEEP) }
const environment = await createHardhatRuntimeEnvironment({ ...config, test: { solidity } }, {}, process.cwd())
const result = await environment.tasks.getTask(['test', 'solidity']).run({})
const { suiteResults }: { suiteResults: Suite[] } = result.success ? result.value : result.error

// The results are native objects whose fields a spread would lose.
const results = suiteResults.flatMap(({ id, testResults }) =>
  testResults.map(({ name, status, reason }) => ({ suite: id.name, name, status, reason })),
)

test.each(results)('$suite $name', ({ status, reason }) => {
  expect(status, reason).toBe('Success')
})

test('the Solidity runner ended normally', () => {
  expect(result.success).toBe(true)
  expect(suiteResults).not.toEqual([])
})
