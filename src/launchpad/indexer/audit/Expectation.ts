import {
  type Address,
  decodeFunctionResult,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  keccak256,
  parseAbi,
  toHex,
  zeroAddress,
} from 'viem'
import type * as Multicall from '#chain/Multicall.ts'
import { launchpadAbi, launchTokenAbi } from '#launchpad/contract/abi.ts'
import type { Emitters } from '#launchpad/indexer/chain/Event.ts'
import type { HoldingBalance } from '#launchpad/indexer/write/auditRows.ts'
import { claimableFees } from '#launchpad/records/claimableFees.ts'
import type { Launch } from '#launchpad/records/Launch.ts'

/** A call whose result the tables predict. */
export type Expectation = {
  /** The token whose log is missing if the result differs; null if that is unknown. */
  token: string | null
  what: string
  call: Multicall.Call
  expected: string
  read(data: Hex): string
}

const GRADUATED = 2
/** Where Uniswap's pool manager keeps its pools. */
const POOLS_SLOT = 6n
const extsload = {
  abi: parseAbi(['function extsload(bytes32 slot) view returns (bytes32)']),
  functionName: 'extsload',
} as const

export function ofCount({ factory }: Emitters, count: number): Expectation {
  const call = { abi: launchpadAbi, functionName: 'tokenCount' } as const
  return {
    token: null,
    what: 'tokenCount',
    call: { to: factory as Address, data: encodeFunctionData(call) },
    expected: String(count),
    read: (data) => String(decodeFunctionResult({ ...call, data })),
  }
}

/** State and status of the curve, holder of the creator's right, and unclaimed fees. */
export function ofCurve({ factory }: Emitters, launch: Launch): Expectation {
  const call = { abi: launchpadAbi, functionName: 'curve', args: [launch.token as Address] } as const
  const status = launch.graduation ? GRADUATED : GRADUATED - 1
  const { realEth, sold, currentCreator, pendingCreator } = launch
  return {
    token: launch.token,
    what: 'curve',
    call: { to: factory as Address, data: encodeFunctionData(call) },
    expected: [status, realEth, sold, currentCreator, pendingCreator ?? zeroAddress, true].join(),
    read(data) {
      const curve = decodeFunctionResult({ ...call, data })
      const isPaid = curve.creatorFees === claimableFees(launch)
      return [curve.status, curve.realEth, curve.sold, curve.creator, curve.pendingCreator, isPaid].join().toLowerCase()
    },
  }
}

export function ofBalance({ token, holder, balance }: HoldingBalance): Expectation {
  const call = { abi: launchTokenAbi, functionName: 'balanceOf', args: [holder as Address] } as const
  return {
    token,
    what: `balanceOf ${holder}`,
    call: { to: token as Address, data: encodeFunctionData(call) },
    expected: String(balance),
    read: (data) => String(decodeFunctionResult({ ...call, data })),
  }
}

/** Price and fee growth of the pool, after graduation. */
export function ofPool({ poolManager }: Emitters, launch: Launch): Expectation[] {
  const { token, graduation, sqrtPriceX96, feeGrowth0, feeGrowth1 } = launch
  if (!graduation) return []
  const first = BigInt(
    keccak256(encodeAbiParameters([{ type: 'bytes32' }, { type: 'uint256' }], [graduation.poolId as Hex, POOLS_SLOT])),
  )
  const word = ({ what, offset, expected }: { what: string; offset: bigint; expected: bigint | null }) => ({
    token,
    what,
    call: {
      to: poolManager as Address,
      data: encodeFunctionData({ ...extsload, args: [toHex(first + offset, { size: 32 })] }),
    },
    expected: String(expected),
  })
  const read = (data: Hex) => BigInt(decodeFunctionResult({ ...extsload, data }))
  return [
    // The lower 160 bits of the pool's first word.
    {
      ...word({ what: 'pool price', offset: 0n, expected: sqrtPriceX96 }),
      read: (data) => String(BigInt.asUintN(160, read(data))),
    },
    {
      ...word({ what: 'fee growth in ETH', offset: 1n, expected: feeGrowth0 }),
      read: (data) => String(read(data)),
    },
    {
      ...word({ what: 'fee growth in tokens', offset: 2n, expected: feeGrowth1 }),
      read: (data) => String(read(data)),
    },
  ]
}
