import { readdir, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { launchToEnd, temporaryFolder } from '../setup/process.ts'
import { takePort } from '../setup/requests.ts'

describe('a reason not to start is reported in one line, with exit code 1', () => {
  test('a broken environment reports every problem at once', async () => {
    await using folder = await temporaryFolder()
    const { code, output } = await launchToEnd({ DATA_DIR: join(folder.path, 'data'), PORT: 'x', DEVNET: 'y' })
    expect(code).toBe(1)
    expect(output).toMatch(/PORT must be.*\n.*DEVNET must be/)
    expect(await readdir(folder.path)).toEqual([])
  })

  test('a taken port, before anything is written', async () => {
    await using folder = await temporaryFolder()
    await using taken = await takePort()
    const { code, output } = await launchToEnd({ DATA_DIR: join(folder.path, 'data'), PORT: String(taken.port) })
    expect([code, output.trim()]).toEqual([1, expect.stringMatching(/^Port \d+ on 127\.0\.0\.1 is in use\..*PORT/)])
    expect(await readdir(folder.path)).toEqual([])
  })

  test('a taken port for metrics, before anything is written', async () => {
    await using folder = await temporaryFolder()
    await using taken = await takePort()
    const { code, output } = await launchToEnd({
      DATA_DIR: join(folder.path, 'data'),
      METRICS_PORT: String(taken.port),
    })
    expect([code, output.trim()]).toEqual([1, expect.stringMatching(/^Port \d+ .* is in use\..* METRICS_PORT/)])
    expect(await readdir(folder.path)).toEqual([])
  })

  test('a taken port of the development chain, before anything is written', async () => {
    await using folder = await temporaryFolder()
    await using taken = await takePort()
    const { code, output } = await launchToEnd({ DATA_DIR: join(folder.path, 'data'), DEVNET_PORT: String(taken.port) })
    expect([code, output.trim()]).toEqual([1, expect.stringMatching(/^Port \d+ .* is in use\..* DEVNET_PORT/)])
    expect(await readdir(folder.path)).toEqual([])
  })

  test('a data folder that is a file', async () => {
    await using folder = await temporaryFolder()
    const file = join(folder.path, 'data')
    await writeFile(file, 'not a folder')
    const { code, output } = await launchToEnd({ DATA_DIR: file })
    expect(code).toBe(1)
    expect(output.trim().split('\n')).toHaveLength(1)
    expect(output).toMatch(/DATA_DIR|data folder|not a folder/i)
  })

  test('a database that does not answer', async () => {
    await using folder = await temporaryFolder()
    const DATABASE_URL = 'postgresql://nobody:x@127.0.0.1:9/none'
    const { code, output } = await launchToEnd({ DATA_DIR: folder.path, DATABASE_URL, SECRET: 's'.repeat(32) })
    expect([code, output]).toEqual([1, expect.stringMatching(/DATABASE_URL|database/i)])
    expect(output).not.toContain('nobody:x')
  })

  test('an RPC of another chain', async () => {
    await using folder = await temporaryFolder()
    const server = createHttpServer((_, response) => response.end('[{"id":1,"result":"0x1"},{"id":2,"result":{}}]'))
    await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
    const { port } = server.address() as { port: number }
    const env = { DATA_DIR: join(folder.path, 'data'), RPC_URL_4663: `http://127.0.0.1:${port}` }
    const { code, output } = await launchToEnd(env)
    server.close()
    expect([code, output]).toEqual([1, expect.stringMatching(/serves another chain.*RPC_URL_4663/)])
  })
})
