import createClient from 'openapi-fetch'
import type { paths } from './generated/api.js'

declare const process: { argv: string[] }

// A stranger's program against the types that the document gives: reads a pool, and builds a position in it.
const [baseUrl = '', key = '', walletAddress = ''] = process.argv.slice(2)
const client = createClient<paths>({ baseUrl, headers: { 'x-api-key': key } })

const devnet = await client.GET('/api/developer/devnet')
const pool = devnet.data?.pools.find(({ protocol, fee }) => protocol === 'V4' && fee === 500)
if (!pool) throw new Error('The development chain has no such pool.')

const info = await client.POST('/lp/pool_info', {
  body: {
    protocol: 'V4',
    chainId: 4663,
    poolReferences: [{ protocol: 'V4', chainId: 4663, referenceIdentifier: pool.reference }],
  },
})
const found = info.data?.pools[0]
if (!found) throw new Error(JSON.stringify(info.error))
const { tokenAddressA, tokenAddressB, poolReferenceIdentifier } = found

const created = await client.POST('/lp/create', {
  body: {
    walletAddress,
    chainId: 4663,
    protocol: 'V4',
    existingPool: {
      token0Address: tokenAddressA,
      token1Address: tokenAddressB,
      poolReference: poolReferenceIdentifier,
    },
    independentToken: { tokenAddress: tokenAddressA, amount: '1000000000000000' },
    tickBounds: { tickLower: -887_270, tickUpper: 887_270 },
  },
})
if (!created.data) throw new Error(JSON.stringify(created.error))
const { to, data, value, chainId } = created.data.create
console.log(JSON.stringify({ pool: poolReferenceIdentifier, to, data, value, chainId }))
