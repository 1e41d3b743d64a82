import { type Address, parseUnits, zeroAddress } from 'viem'
import type { TestDevnet } from '../chain/devnet.ts'
import { withFreshLp } from './freshLp.ts'
import { type Body, mintedId, type TestLp } from './lp.ts'
import type { Ran } from './recipes.ts'

/** One devnet and its liquidity API for a test file, with the words that tests of recipes use. */

export const chainId = 4663
export let devnet: TestDevnet
export let lp: TestLp

export function openFreshLp(): void {
  withFreshLp((started) => {
    devnet = started.devnet
    lp = started.lp
  })
}

export function address(symbol: string): Address {
  return symbol === 'ETH' ? zeroAddress : devnet.token(symbol).address
}

export function units(symbol: string, amount: string): bigint {
  return parseUnits(amount, symbol === 'ETH' ? 18 : devnet.token(symbol).decimals)
}

/** The position in a pool that an account holds. */
export async function positionIn(owner: Address, { reference }: { reference: string }): Promise<Body> {
  const { body } = await lp.get(`/api/liquidity/positions?owner=${owner}&chainId=${chainId}`)
  return body.positions.find(({ poolReference }: Body) => poolReference === reference)
}

/** The number of the position that a run minted. */
export function mintedBy({ logs }: Pick<Ran, 'logs'>, protocol: 'V3' | 'V4'): bigint {
  const { v3PositionManager, v4PositionManager } = devnet.description.contracts
  const minted = logs.filter(({ topics }) => topics.length === 4 && BigInt(topics[1] ?? 1) === 0n)
  return BigInt(mintedId({ logs: minted } as Body, protocol === 'V4' ? v4PositionManager : v3PositionManager))
}
