import { z } from 'zod'
import { none } from '#core/Access.ts'
import { LAUNCH_CHAIN_ID } from '#core/launchChain.ts'
import { define, type Operation } from '#core/Operation.ts'
import { Address, Amount, Hex } from '#core/wire.ts'
import type { Description } from './describe.ts'
import { drip } from './faucet.ts'

const Token = z.object({
  symbol: z.string(),
  address: Address,
  decimals: z.int(),
  kind: z.enum(['standard', 'fee-on-transfer', 'usdt-like', 'permissioned']),
})

const Pool = z.object({
  protocol: z.enum(['V2', 'V3', 'V4']),
  reference: Hex.meta({ description: 'The pool address on v2 and v3, the pool id on v4.' }),
  token0: Address,
  token1: Address,
  fee: z.int().meta({ description: 'In hundredths of a basis point; 8388608 if a hook sets it.' }),
  tickSpacing: z.int().meta({ description: 'Zero on v2, which has no ticks.' }),
  hooks: Address.optional(),
})

const DevnetResponse = z.object({
  chainId: z.literal(LAUNCH_CHAIN_ID),
  rpcUrl: z.url(),
  contracts: z.record(z.string(), Address),
  tokens: z.array(Token),
  pools: z.array(Pool),
})

const FaucetRequest = z.strictObject({ address: Address.meta({ description: 'The receiving wallet.' }) })

const FaucetResponse = z.object({
  address: Address,
  transactionHash: Hex,
  eth: Amount,
  tokens: z.array(Token.extend({ amount: Amount })),
})

/** Description and faucet of the embedded chain; not served on any other chain. */
export function operations(description: Description): Operation[] {
  return [describeDevnet(description), faucet(description)]
}

function describeDevnet({ mnemonic: _, ...description }: Description): Operation {
  const response = { ...description, chainId: LAUNCH_CHAIN_ID }
  return define({
    name: 'getDevnet',
    method: 'GET',
    path: '/api/developer/devnet',
    tag: 'devnet',
    summary: 'Get the development chain’s RPC URL, contracts, tokens and pools.',
    description:
      'Served only while the embedded chain replaces chain 4663. It has the same chain id, but nothing on it has value. Its accounts are those of the public test mnemonic, with 10,000 ETH each.',
    access: none,
    limit: 'read',
    errors: [],
    request: z.strictObject({}),
    response: DevnetResponse,
    handle: () => ({ ...response, tokens: [...response.tokens], pools: [...response.pools] }),
  })
}

function faucet({ rpcUrl }: Description): Operation {
  return define({
    name: 'dripDevnetFaucet',
    method: 'POST',
    path: '/api/developer/devnet/faucet',
    tag: 'devnet',
    summary: 'Send test ETH and test tokens to a wallet on the development chain.',
    description:
      'Sends 10 ETH, 1 WETH and 10,000 of each unrestricted test token in one transaction, which is mined before the response.',
    access: none,
    limit: 'write',
    errors: ['failed_precondition', 'unavailable'],
    request: FaucetRequest,
    response: FaucetResponse,
    handle: async ({ address }) => ({ address, ...(await drip(rpcUrl, address)) }),
  })
}
