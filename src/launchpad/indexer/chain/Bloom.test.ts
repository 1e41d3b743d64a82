import { describe, expect, test } from 'vitest'
import * as Bloom from './Bloom.ts'

const address = '0x6406a0445723563ad04f90eedf19420bf81ae000'
const topics = [
  '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  `0x${'00'.repeat(12)}f39fd6e51aad88f6f4ce6ab8827279cfffb92266`,
]

describe('the filter of a block', () => {
  test('is empty without logs', () => {
    expect(Bloom.ofLogs([])).toBe(`0x${'0'.repeat(512)}`)
  })

  test('holds every address and topic of its logs, and little else', () => {
    const bloom = Bloom.ofLogs([{ address, topics }])
    for (const value of [address, ...topics]) expect(Bloom.mayHold(bloom, value)).toBe(true)
    const strangers = Array.from({ length: 1000 }, (_, index) => `0x${index.toString(16).padStart(40, '0')}`)
    expect(strangers.filter((value) => Bloom.mayHold(bloom, value)).length).toBeLessThan(3)
  })

  test('does not depend on order or repetition', () => {
    const logs = [
      { address, topics },
      { address: `0x${'11'.repeat(20)}`, topics: [] },
    ]
    expect(Bloom.ofLogs([...logs, ...logs].reverse())).toBe(Bloom.ofLogs(logs))
  })
})
