import { converse, type DeskReply } from '#agents/desk/converse.ts'
import { type Directory, readDirectory } from '#agents/desk/Directory.ts'
import type { Memory } from '#agents/desk/Memory.ts'
import type { Json, Service } from '#agents/desk/Service.ts'
import { signIn } from '../keys/signIn.ts'
import { startTestService, type TestService } from '../service.ts'

export type DeskTalk = AsyncDisposable & {
  service: TestService
  directory: Directory
  /** The service as the desk calls it. */
  call: Service
  wallet: string
  /** A fresh conversation: each message knows those before it. */
  begin(): (message: string) => Promise<DeskReply>
  /** Launches a token and waits until the index has it. */
  launch(name: string, symbol: string, value: bigint): Promise<string>
}

/** The desk's conversation on the whole live service. */
export async function startDeskTalk(): Promise<DeskTalk> {
  const service = await startTestService()
  const { key } = await signIn(service.post, service.baseUrl)
  const headers = { 'x-api-key': key }
  const call: Service = async (method, path, body) => {
    const response = await (method === 'GET' ? service.get(path, headers) : service.post(path, body, headers))
    return { status: response.status, body: await response.json() }
  }
  const directory = await readDirectory(call)
  const wallet = service.devnet.account(0).address
  return {
    service,
    directory,
    call,
    wallet,
    begin() {
      let memory: Memory = {}
      return async (message) => {
        const said = await converse(message, memory, { service: call, directory, now: () => new Date() })
        memory = said.memory
        return said
      }
    },
    async launch(name, symbol, value) {
      const body = { action: 'create', chainId: 4663, from: wallet, name, symbol, value: String(value) }
      const built = (await call('POST', '/api/launchpad/prepare', body)).body
      const { to, data, value: paid } = built.transaction
      await service.devnet.send(0, { to, data, value: BigInt(paid) })
      return indexed(call, symbol)
    },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  }
}

async function indexed(call: Service, symbol: string): Promise<string> {
  for (let tries = 0; tries < 600; tries++) {
    const { body } = await call('GET', '/api/launchpad/tokens?limit=1')
    const [newest] = (body.tokens ?? []) as Json[]
    if (newest?.symbol === symbol) return newest.address
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`The index has not seen ${symbol}.`)
}
