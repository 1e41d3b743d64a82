import { once } from 'node:events'
import { expect, test } from 'vitest'
import { eventually } from '../setup/database/databaseService.ts'
import { childrenOf, isAlive, launch, temporaryFolder } from '../setup/process.ts'

test('a cluster that is stopped while it restarts its replicas ends in order, and leaves no process', async () => {
  await using folder = await temporaryFolder()
  const options = ['--port=0', '--devnet-port=0', `--data-dir=${folder.path}`]
  const { child, output } = launch({}, [process.execPath, 'scripts/cluster.ts', '2', ...options])
  await eventually(() => output().includes('The cluster is ready.'))
  child.kill('SIGUSR2')
  await eventually(() => output().includes('restarting replica-1'))
  const processes = childrenOf(child.pid ?? 0)
  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(output()).not.toMatch(/Error/)
  expect(processes.filter(isAlive)).toEqual([])
})
