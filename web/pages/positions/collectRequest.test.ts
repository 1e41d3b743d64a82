import { expect, test } from 'vitest'
import type { Position } from '../../api/liquidity.ts'
import { collectRequest } from './collectRequest.ts'

const position = (tokenId: string, amounts: [string, string], status = 'IN_RANGE') =>
  ({
    ...{ protocol: 'V4', tokenId, status },
    uncollectedFees: { token0: { amount: amounts[0] }, token1: { amount: amounts[1] } },
  }) as unknown as Position

const names = ({ body }: ReturnType<typeof collectRequest>) =>
  (body['operations'] as { operation: string; body: { tokenId?: string; positions?: { tokenId: string }[] } }[]).map(
    ({ operation, body: { tokenId, positions = [] } }) => [operation, tokenId ?? positions.map((one) => one.tokenId)],
  )
const of = (positions: Position[], isCompounding: boolean) =>
  names(collectRequest({ positions, chainId: 4663, wallet: '0x1' }, isCompounding))

test('all fees are claimed at once, or those that fit are compounded', () => {
  const positions = [position('1', ['5', '6']), position('2', ['5', '0']), position('3', ['1', '1'], 'OUT_OF_RANGE')]
  expect(of(positions, false)).toEqual([['lpClaimMany', ['1', '2', '3']]])
  expect(of(positions, true)).toEqual([
    ['lpClaimMany', ['2', '3']],
    ['lpCompound', '1'],
  ])
})

test('positions that do not fit into one batch are claimed, and none is where all fit', () => {
  const many = Array.from({ length: 8 }, (_, index) => position(String(index), ['1', '1']))
  expect(of(many, true).map(([operation]) => operation)).toEqual([
    'lpClaimMany',
    ...Array.from({ length: 5 }, () => 'lpCompound'),
  ])
  expect(of(many.slice(0, 2), true).map(([operation]) => operation)).toEqual(['lpCompound', 'lpCompound'])
})
