import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createChain } from './createChain.ts'
import { createRpcServer } from './createRpcServer.ts'
import { deploy } from './deploy.ts'
import { type Description, describe } from './describe.ts'
import { seed } from './seed.ts'

// The chain's process, forked by startDevnet. It ends with its parent.

export type Options = {
  /** Zero picks a free port. */
  port: number
  /** Default: 4663. */
  chainId?: number | undefined
  /** Milliseconds between blocks. Default: every transaction is mined immediately in its own block. */
  blockTimeMs?: number | undefined
  /** Web origins that may call the chain, in addition to those of this machine. */
  origins: readonly string[]
}
export type Report = { description: Description } | { problem: string }

process.once('disconnect', () => process.exit())
// Ctrl-C reaches the whole process group, but requests in flight still need the chain: the parent ends it.
process.on('SIGINT', () => undefined)
process.once('message', (options: Options) => {
  start(options).then(
    (description) => report({ description }),
    (error: NodeJS.ErrnoException) => report({ problem: problemOf(error, options) }),
  )
})

async function start({ port, chainId, blockTimeMs, origins }: Options): Promise<Description> {
  const provider = await createChain(chainId)
  await deploy(provider)
  await seed(provider)
  if (blockTimeMs !== undefined) {
    await provider.request({ method: 'evm_setAutomine', params: [false] })
    await provider.request({ method: 'evm_setIntervalMining', params: [blockTimeMs] })
  }
  const server = createRpcServer(provider, origins).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return describe(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
}

function problemOf({ code, message, stack }: NodeJS.ErrnoException, { port }: Options): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use. Stop the process that listens there, or set DEVNET_PORT to another port (0 picks a free one).`
  if (code === 'EACCES') return `Port ${port} needs privileges. Set DEVNET_PORT to another port (0 picks a free one).`
  return stack ?? message
}

function report(message: Report): void {
  process.send?.(message)
}
