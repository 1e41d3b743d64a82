import fc from 'fast-check'
import { type Address, decodeFunctionData, encodeAbiParameters, type Hex, multicall3Abi, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import * as CallList from './CallList.ts'
import * as Multicall from './Multicall.ts'
import { RUN_SELECTOR } from './runner.generated.ts'

const hex = (minLength: number, maxLength: number) =>
  fc.uint8Array({ minLength, maxLength }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}` as Hex)
const address = hex(20, 20) as fc.Arbitrary<Address>
const runnerAbi = parseAbi(['function run((address to, uint256 value, bytes data)[] calls)'])

describe('encode', () => {
  test('writes the calldata that Multicall3 reads', () => {
    const calls = fc.array(fc.record({ to: address, data: hex(0, 100) }), { maxLength: 20 })
    fc.assert(
      fc.property(calls, (list) => {
        const { args } = decodeFunctionData({ abi: multicall3Abi, data: Multicall.encode(list) })
        const expected = list.map(({ to, data }) => ({ target: to, allowFailure: true, callData: data }))
        expect(lowercase(args?.[0])).toEqual(lowercase(expected))
      }),
    )
  })

  test('writes the calldata that the runner reads, with the selector its source gives', () => {
    const calls = fc.array(fc.record({ to: address, value: fc.bigInt(0n, 2n ** 256n - 1n), data: hex(0, 100) }))
    fc.assert(
      fc.property(calls, (list) => {
        const data = CallList.encode(
          RUN_SELECTOR,
          list.map(({ value, ...call }) => ({ ...call, word: value })),
        )
        expect(lowercase(decodeFunctionData({ abi: runnerAbi, data }).args[0])).toEqual(lowercase(list))
      }),
    )
  })
})

describe('decode', () => {
  const results = fc.array(fc.record({ success: fc.boolean(), returnData: hex(0, 200) }), { maxLength: 20 })
  const encodeResults = (list: readonly { success: boolean; returnData: Hex }[]) =>
    encodeAbiParameters(multicall3Abi[0].outputs, [list])

  test('reads what Multicall3 returns', () => {
    fc.assert(
      fc.property(results, (list) => {
        const expected = list.map(({ success, returnData }) => ({ ok: success, data: returnData }))
        expect(Multicall.decode(encodeResults(list), list.length)).toEqual(expected)
      }),
    )
  })

  test('refuses bytes that are not such a list, and never runs away', () => {
    fc.assert(
      fc.property(hex(0, 300), fc.nat(5), (data, count) => {
        expect(() => Multicall.decode(data, count + 1)).toThrow(/list/)
      }),
    )
  })

  test('refuses a list that is cut off anywhere', () => {
    const whole = encodeResults([{ success: true, returnData: '0x1234' }])
    for (let bytes = 0; bytes < (whole.length - 2) / 2 - 30; bytes++) {
      expect(() => Multicall.decode(whole.slice(0, 2 + bytes * 2) as Hex, 1)).toThrow(/list/)
    }
  })

  test('refuses another number of results than was asked for', () => {
    const two = encodeResults([
      { success: true, returnData: '0x' },
      { success: false, returnData: '0x' },
    ])
    expect(() => Multicall.decode(two, 1)).toThrow(/unexpected number/)
    expect(() => Multicall.decode(two, 3)).toThrow(/unexpected number/)
  })
})

describe('chunk', () => {
  const to = '0x0000000000000000000000000000000000000001'

  test('keeps the order and loses nothing', () => {
    const calls = fc.array(
      hex(0, 30_000).map((data) => ({ to, data }) as const),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(calls, (list) => {
        expect(Multicall.chunk(list).flat()).toEqual(list)
      }),
      { numRuns: 30 },
    )
  })

  test('fills at least 64 KiB before it opens the next part', () => {
    const calls = Array.from({ length: 1000 }, () => ({ to, data: `0x${'ab'.repeat(100)}` }) as const)
    const chunks = Multicall.chunk(calls)
    expect(chunks.map((part) => part.length)).toEqual([648, 352])
  })

  test('sends a call longer than a part alone', () => {
    const long = { to, data: `0x${'ab'.repeat(70_000)}` } as const
    const short = { to, data: '0x12' } as const
    expect(Multicall.chunk([short, long, short])).toEqual([[short], [long], [short]])
  })
})

function lowercase(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_key, item) => (typeof item === 'bigint' ? `${item}` : item)).toLowerCase())
}
