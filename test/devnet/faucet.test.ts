import { erc20Abi, type Hex, parseEther, parseUnits } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operations } from '#devnet/operations.ts'
import { createApp } from '#http/createApp.ts'
import { plainOptions } from '../setup/appOptions.ts'
import { startTestDevnet, type TestDevnet } from '../setup/chain/devnet.ts'

let devnet: TestDevnet
let app: ReturnType<typeof createApp>
beforeAll(async () => {
  devnet = await startTestDevnet()
  app = createApp(plainOptions(operations(devnet.description)))
})
afterAll(() => devnet[Symbol.asyncDispose]())

describe('GET /api/developer/devnet', () => {
  test('gives devnet.json without the mnemonic', async () => {
    const { mnemonic, ...expected } = devnet.description
    const response = await app.fetch(
      new Request('http://127.0.0.1/api/developer/devnet', { headers: { host: '127.0.0.1' } }),
    )
    expect(response.status).toBe(200)
    const text = await response.text()
    expect(JSON.parse(text)).toEqual(expected)
    expect(text).not.toContain(mnemonic)
  })
})

describe('POST /api/developer/devnet/faucet', () => {
  test('200: ETH and tokens are in the wallet when it answers', async () => {
    const address = privateKeyToAddress(generatePrivateKey())
    const { status, body } = await drip({ address: address.toLowerCase() })
    expect(status).toBe(200)
    expect(body).toMatchObject({ address, eth: parseEther('10').toString() })
    expect(await devnet.client.getBalance({ address })).toBe(parseEther('10'))
    expect(body.tokens.map(({ symbol }: { symbol: string }) => symbol)).toEqual([
      'MOON',
      'DUSD',
      'BURN',
      'USDX',
      'WETH',
    ])
    for (const { address: token, symbol, decimals } of body.tokens) {
      const expected = parseUnits(symbol === 'WETH' ? '1' : '10000', decimals)
      expect(await balanceOf(token, address)).toBe(expected)
    }
    const { status: mined } = await devnet.client.getTransactionReceipt({ hash: body.transactionHash })
    expect(mined).toBe('success')
  })

  test('200: many concurrent grants, without running out', async () => {
    const addresses = Array.from({ length: 20 }, () => privateKeyToAddress(generatePrivateKey()))
    const answers = await Promise.all(addresses.map((address) => drip({ address })))
    expect(answers.map(({ status }) => status)).toEqual(addresses.map(() => 200))
    expect(new Set(answers.map(({ body }) => body.transactionHash)).size).toBe(addresses.length)
  })

  test('200: also when blocks come by the clock', async () => {
    await using paced = await startTestDevnet({ blockTimeMs: 200 })
    const pacedApp = createApp(plainOptions(operations(paced.description)))
    const address = privateKeyToAddress(generatePrivateKey())
    const { status } = await drip({ address }, pacedApp)
    expect(status).toBe(200)
    expect(await paced.client.getBalance({ address })).toBe(parseEther('10'))
  })

  test('400: no address, and a contract that takes no ETH', async () => {
    expect(await drip({})).toMatchObject({ status: 400, body: { code: 'invalid_argument' } })
    const refusing = await drip({ address: devnet.description.contracts.v3Factory })
    expect(refusing).toMatchObject({ status: 400, body: { code: 'failed_precondition' } })
  })

  test('503: the chain is gone', async () => {
    const gone = await startTestDevnet()
    await gone[Symbol.asyncDispose]()
    const goneApp = createApp(plainOptions(operations(gone.description)))
    const answer = await drip({ address: devnet.account(1).address }, goneApp)
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  })
})

// biome-ignore lint/suspicious/noExplicitAny: answers are checked by what the tests expect of them.
async function drip(body: unknown, to = app): Promise<{ status: number; body: any }> {
  const headers = { host: '127.0.0.1', 'content-type': 'application/json' }
  const request = { method: 'POST', headers, body: JSON.stringify(body) }
  const response = await to.fetch(new Request('http://127.0.0.1/api/developer/devnet/faucet', request))
  return { status: response.status, body: await response.json() }
}

function balanceOf(token: Hex, account: Hex): Promise<bigint> {
  return devnet.client.readContract({ abi: erc20Abi, address: token, functionName: 'balanceOf', args: [account] })
}
