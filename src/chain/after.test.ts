import { encodeAbiParameters, type Hex, parseAbiParameters } from 'viem'
import { expect, test } from 'vitest'
import { after } from './after.ts'
import type { Chain } from './Chain.ts'

const WALLET = '0x00000000000000000000000000000000000000AA'
const TOKEN = '0x00000000000000000000000000000000000000bb'
const prior = { from: WALLET, calls: [{ to: TOKEN, data: '0x', value: 0n }] } as const

/** A chain whose runner answers with these results, the last one being that of the read. */
function chainThat(results: readonly { ok: boolean; data: Hex }[]): Chain {
  const list = results.map(({ ok, data }) => ({ ok, gas: 0n, data }))
  const answer = encodeAbiParameters(parseAbiParameters('(bool ok, uint256 gas, bytes data)[]'), [list])
  return after({ call: async () => answer } as unknown as Chain, prior)
}
const read = (chain: Chain) => chain.call({ to: TOKEN, data: '0x12345678' })
const bytes = (length: number): Hex => `0x${'ab'.repeat(length)}`

test('a read behind earlier calls is returned whole', async () => {
  const data = bytes(16_383)
  expect(
    await read(
      chainThat([
        { ok: true, data: '0x' },
        { ok: true, data },
      ]),
    ),
  ).toBe(data)
})

test('a read that the runner may have cut is refused with the way out', async () => {
  const cut = { ok: true, data: bytes(16_384) }
  const refused = read(chainThat([{ ok: true, data: '0x' }, cut]))
  await expect(refused).rejects.toMatchObject({ code: 'failed_precondition', details: [{ type: 'TOO_LARGE_TO_READ' }] })
})

test('a read is refused where an earlier call fails now', async () => {
  const refused = read(
    chainThat([
      { ok: false, data: '0x' },
      { ok: true, data: '0x' },
    ]),
  )
  await expect(refused).rejects.toMatchObject({ details: [{ type: 'EARLIER_CALL_FAILS' }] })
})
