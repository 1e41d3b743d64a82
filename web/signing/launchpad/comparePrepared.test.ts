import { expect, it } from 'vitest'
import type { Prepared, PreparedQuote } from '../../api/launchpad.ts'
import { comparePrepared } from './comparePrepared.ts'

function prepared(quote: Partial<PreparedQuote>, warnings: Prepared['warnings'] = []): Prepared {
  const whole = { venue: 'curve', side: 'buy', amountOut: '1000', minOut: '980', ...quote }
  return { quote: whole, warnings } as unknown as Prepared
}

const reviewed = prepared({})

it('signs the fresh transaction where its minimum is at least the reviewed one', () => {
  const fresh = prepared({ amountOut: '1010', minOut: '989' })
  expect(comparePrepared(reviewed, fresh, 'T')).toEqual({ changes: [], agreed: fresh })
})

it('signs the reviewed transaction while the fresh quote meets its minimum', () => {
  const fresh = prepared({ amountOut: '985', minOut: '965' })
  expect(comparePrepared(reviewed, fresh, 'T')).toEqual({ changes: [], agreed: reviewed })
})

it('asks again once the reviewed minimum cannot be met', () => {
  const { changes } = comparePrepared(reviewed, prepared({ amountOut: '979', minOut: '959' }), 'T')
  expect(changes).toHaveLength(1)
  expect(changes[0]?.text).toMatch(/^You get at least .* T, not .*\.$/)
})

it('asks again when the token graduated meanwhile, and for a new warning', () => {
  const graduated = prepared({ venue: 'pool', amountOut: '2000', minOut: '1900' })
  expect(comparePrepared(reviewed, graduated, 'T').changes).toMatchObject([{ key: 'venue' }])
  const warned = prepared({}, [{ code: 'opening', message: 'Most of it is burned.' }])
  expect(comparePrepared(reviewed, warned, 'T').changes).toEqual([{ key: 'opening', text: 'Most of it is burned.' }])
})
