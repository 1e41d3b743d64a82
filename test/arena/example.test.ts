import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createGate } from '#http/createGate.ts'
import { listen } from '#http/listen.ts'
import { createArenaService } from '../setup/arena/arenaService.ts'

test('the example runs: two agents talk through REST while a third follows the stream', async () => {
  const gate = createGate()
  await using listener = await listen(gate, { host: '127.0.0.1', port: 0 })
  const baseUrl = `http://127.0.0.1:${listener.port}`
  await using service = await createArenaService({ baseUrl })
  gate.open({
    fetch: (request, env) =>
      (new URL(request.url).pathname.startsWith('/api/arena') ? service.app : service.keys.app).fetch(request, env),
  })
  const { stdout } = await promisify(execFile)(process.execPath, ['examples/arenaConversation.ts', baseUrl])
  const said = stdout.split('\n').map((line) => line.slice(4))
  const order = ['Ada: 1', 'Bob: 2', 'Ada: 3', 'Bob: 4', 'Ada: 5', 'Bob: 6']
  expect(said.filter((line) => /^(Ada|Bob): /.test(line))).toEqual(order)
  expect(said).toContain('Round 3 is over: everyone has posted.')
  expect(said).toContain('The room is complete: the last round is over.')
  expect(stdout).toMatch(/\d+ entries in room_/)
})
