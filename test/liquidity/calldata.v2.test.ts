import fc from 'fast-check'
import { type Address, encodeFunctionData, getAddress, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { decode } from '#liquidity/calldata/decode.ts'
import * as erc20 from '#liquidity/calldata/erc20.ts'
import * as permit2 from '#liquidity/calldata/permit2.ts'
import * as v2 from '#liquidity/calldata/v2.ts'
import { cases } from '../setup/cases.ts'

const runs = { numRuns: cases(2000) }
const abi = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function addLiquidity(address,address,uint256,uint256,uint256,uint256,address,uint256)',
  'function addLiquidityETH(address,uint256,uint256,uint256,address,uint256)',
  'function removeLiquidity(address,address,uint256,uint256,uint256,address,uint256)',
  'function removeLiquidityETH(address,uint256,uint256,uint256,address,uint256)',
  'function removeLiquidityETHSupportingFeeOnTransferTokens(address,uint256,uint256,uint256,address,uint256)',
])
const permit2Abi = parseAbi(['function approve(address token, address spender, uint160 amount, uint48 expiration)'])

const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes): Address => `0x${Buffer.from(bytes).toString('hex')}`)
const amount = fc.bigInt({ min: 0n, max: (1n << 256n) - 1n })
const sides = fc.constantFrom('token0' as const, 'token1' as const, undefined)
const pair = fc.record({
  token0: address,
  token1: address,
  native: sides,
  minima: fc.record({ amount0: amount, amount1: amount }),
  recipient: address,
  deadline: amount,
})

test('adding to a pair has the bytes of the ABI', async () => {
  await fc.assert(
    fc.property(pair, amount, amount, (common, amount0, amount1) => {
      const { token0, token1, native, minima, recipient, deadline } = common
      const [token, own, other] =
        native === 'token0' ? ([token1, 'amount1', 'amount0'] as const) : ([token0, 'amount0', 'amount1'] as const)
      const desired = { amount0, amount1 }
      const data = native
        ? encodeFunctionData({
            abi,
            functionName: 'addLiquidityETH',
            args: [token, desired[own], minima[own], minima[other], recipient, deadline],
          })
        : encodeFunctionData({
            abi,
            functionName: 'addLiquidity',
            args: [token0, token1, amount0, amount1, minima.amount0, minima.amount1, recipient, deadline],
          })
      expect(v2.add({ ...common, desired })).toEqual({ data, value: native ? desired[other] : 0n })
    }),
    runs,
  )
})

test('removing from a pair has the bytes of the ABI', async () => {
  await fc.assert(
    fc.property(pair, amount, fc.boolean(), (common, liquidity, feeOnTransfer) => {
      const { token0, token1, native, minima, recipient, deadline } = common
      const [token, own, other] =
        native === 'token0' ? ([token1, 'amount1', 'amount0'] as const) : ([token0, 'amount0', 'amount1'] as const)
      const functionName = feeOnTransfer ? 'removeLiquidityETHSupportingFeeOnTransferTokens' : 'removeLiquidityETH'
      const data = native
        ? encodeFunctionData({
            abi,
            functionName,
            args: [token, liquidity, minima[own], minima[other], recipient, deadline],
          })
        : encodeFunctionData({
            abi,
            functionName: 'removeLiquidity',
            args: [token0, token1, liquidity, minima.amount0, minima.amount1, recipient, deadline],
          })
      const ours = v2.remove({ ...common, liquidity, feeOnTransfer })
      expect(ours).toEqual({ data, value: 0n })
      const [call] = decode(ours.data)
      expect(call?.args).toMatchObject({ liquidity, to: recipient, deadline })
    }),
    runs,
  )
})

test('approvals have the bytes of the ABI', async () => {
  await fc.assert(
    fc.property(address, address, amount, (token, spender, value) => {
      expect(erc20.approve(getAddress(spender), value)).toBe(
        encodeFunctionData({ abi, functionName: 'approve', args: [spender, value] }),
      )
      const grant = { amount: value >> 96n, expiration: value >> 208n }
      expect(permit2.approve(token, spender, grant)).toBe(
        encodeFunctionData({
          abi: permit2Abi,
          functionName: 'approve',
          args: [token, spender, grant.amount, Number(grant.expiration)],
        }),
      )
    }),
    runs,
  )
})

test('a number that does not fit its word is refused, not truncated', () => {
  const spender = '0x00000000000000000000000000000000000000aa'
  expect(() => erc20.approve(spender, 1n << 256n)).toThrow(RangeError)
  expect(() => erc20.approve(spender, -1n)).toThrow(RangeError)
})

test('the decoder refuses unknown functions, unknown actions and data that ends early', () => {
  expect(() => decode('0xdeadbeef')).toThrow('Unknown function')
  const approval = erc20.approve('0x00000000000000000000000000000000000000aa', 1n)
  expect(() => decode(approval.slice(0, -2) as `0x${string}`)).toThrow('ends too early')
  expect(() => decode(`0x095ea7b3${'f'.repeat(128)}`)).toThrow('is not an address')
})
