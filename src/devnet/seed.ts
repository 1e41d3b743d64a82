import type { EthereumProvider } from 'hardhat/types/providers'
import { type Address, encodeFunctionData, maxUint256, toHex } from 'viem'
import { MAX_UINT160 } from '#core/bigint.ts'
import { erc20Abi, permit2Abi } from './abis.ts'
import { ACCOUNTS } from './accounts.ts'
import * as At from './addresses.ts'
import { type Call, sendAll } from './Call.ts'
import { PermissionedToken, PermissionsAdapterFactory } from './contracts.generated.ts'
import { BALANCE } from './createChain.ts'
import { distribute } from './distribute.ts'
import * as Pool from './Pool.ts'
import { poolSeeds } from './poolSeeds.ts'
import * as V2 from './seedV2.ts'
import * as V3 from './seedV3.ts'
import * as V4 from './seedV4.ts'
import { type Token, tokens } from './tokens.ts'

const MAX_UINT48 = 2 ** 48 - 1
/** Each swap moves this fraction of the pool's amounts. */
const SWAP_SHARE = 200n

const protocols = { V2, V3, V4 }
const holders = ACCOUNTS.slice(0, 10)
/** The first eight may do everything with the permissioned token, the ninth only swap it, the tenth nothing. */
const liquidityProviders = ACCOUNTS.slice(0, 8)
const swapper = ACCOUNTS[8]

/** Funds the first accounts with tokens, creates pools and positions, and swaps for fees; accounts keep their full ETH. */
export async function seed(provider: EthereumProvider): Promise<void> {
  await sendAll(provider, [...permissions(), ...distribution(), ...approvals()])
  const pools = poolSeeds.map(Pool.fromSeed)
  await sendAll(
    provider,
    pools.flatMap((pool) => protocols[pool.protocol].createPool(pool, ACCOUNTS[0])),
  )
  await sendAll(provider, pools.filter(({ traded }) => traded).flatMap(trade))
  for (const account of ACCOUNTS)
    await provider.request({ method: 'hardhat_setBalance', params: [account, toHex(BALANCE)] })
}

function permissions(): Call[] {
  const known = [
    ...liquidityProviders,
    At.OPERATOR,
    At.POOL_MANAGER,
    At.PERMISSIONED_POSITION_MANAGER,
    At.UNIVERSAL_ROUTER,
  ]
  const allow = (accounts: readonly Address[], flags: '0xffff' | '0x0001') =>
    encodeFunctionData({ abi: PermissionedToken.abi, functionName: 'setPermissions', args: [accounts, flags] })
  const verify = encodeFunctionData({
    abi: PermissionsAdapterFactory.abi,
    functionName: 'verify',
    args: [At.KYC, At.KYC],
  })
  return [
    { to: At.KYC, data: allow(known, '0xffff') },
    { to: At.KYC, data: allow([swapper], '0x0001') },
    { to: At.PERMISSIONS_ADAPTER_FACTORY, data: verify },
  ]
}

function distribution(): Call[] {
  const pockets = tokens.flatMap((token) =>
    holders
      .filter((to) => mayHold(token, to))
      .map((to) => ({ token, to, whole: token.address === At.WETH ? '100' : '100000' })),
  )
  const reserve = tokens.map((token) => ({
    token,
    to: At.OPERATOR,
    whole: token.address === At.WETH ? '2000' : '100000000',
  }))
  return [distribute([...pockets, ...reserve])]
}

function mayHold({ kind }: Token, account: string): boolean {
  return kind !== 'permissioned' || account === swapper || liquidityProviders.some((known) => known === account)
}

/** Approves all spenders for all tokens of the operator. */
function approvals(): Call[] {
  const spenders = [At.V2_ROUTER, At.V3_POSITION_MANAGER, At.V3_SWAP_ROUTER, At.PERMIT2]
  const permitted = [At.POSITION_MANAGER, At.PERMISSIONED_POSITION_MANAGER, At.UNIVERSAL_ROUTER]
  return tokens.flatMap(({ address }) => [
    ...spenders.map((spender) => ({
      to: address,
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, maxUint256] }),
    })),
    ...permitted.map((spender) => ({
      to: At.PERMIT2,
      data: encodeFunctionData({
        abi: permit2Abi,
        functionName: 'approve',
        args: [address, spender, MAX_UINT160, MAX_UINT48],
      }),
    })),
  ])
}

function trade(pool: Pool.Pool): Call[] {
  const { token0, token1, amount0, amount1 } = pool
  const { swap } = protocols[pool.protocol]
  return [swap(pool, [token0, token1], amount0 / SWAP_SHARE), swap(pool, [token1, token0], amount1 / SWAP_SHARE)]
}
