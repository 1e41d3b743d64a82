import { type Address, parseAbiItem } from 'viem'
import { expect, test } from 'vitest'
import { DESCRIPTORS, descriptorOf } from '#explain/rules/clearSigning.ts'
import { Descriptor } from '../setup/descriptorShape.ts'

const launchpad: Address = '0xB9F9838E955B6d2757aC935F50199c87023c6000'
const place = {
  chainId: 4663,
  launch: { launchpad, feeSplitFactory: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' },
  url: 'https://slipway.example',
} as const

type Shown = { intent: string; fields: { path: string; format: string; params?: { tokenPath?: string } }[] }
type Written = { context: object; display: { formats: Record<string, Shown> } }

const written = (name: (typeof DESCRIPTORS)[number]) => JSON.parse(JSON.stringify(descriptorOf(name, place))) as Written

test.each(DESCRIPTORS)('the descriptor %s has the shape of ERC-7730', (name) => {
  expect(Descriptor.safeParse(written(name)).error).toBeUndefined()
})

test.each(['launchpad', 'fee-split-factory'] as const)('every field of %s is an argument of its function', (name) => {
  for (const [signature, { fields }] of Object.entries(written(name).display.formats)) {
    const { inputs } = parseAbiItem(`function ${signature}`) as unknown as { inputs: { name: string }[] }
    const names = new Set(['@', ...inputs.map((input) => input.name)])
    for (const { path, params } of fields)
      for (const used of [path, params?.tokenPath ?? path])
        expect(names.has(used.split('.')[0] as string), `${used} of ${signature}`).toBe(true)
  }
})

test('a descriptor with an unknown format, value or key does not have that shape', () => {
  const changes: ((descriptor: Written) => void)[] = [
    ({ display }) => Object.assign(firstOf(display).fields[0] as object, { format: 'ether' }),
    ({ display }) => Object.assign(firstOf(display), { interpolatedIntent: 'Pays {everything}.' }),
    ({ display }) => Object.assign(firstOf(display), { words: 'own' }),
    ({ display }) => firstOf(display).fields.splice(0),
    (descriptor) => Object.assign(descriptor, { context: { contract: { deployments: [] } } }),
  ]
  for (const change of changes) {
    const descriptor = written('launchpad')
    change(descriptor)
    expect(Descriptor.safeParse(descriptor).success).toBe(false)
  }
})

function firstOf({ formats }: Written['display']): Shown {
  return Object.values(formats)[0] as Shown
}
