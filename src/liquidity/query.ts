import { z } from 'zod'
import { CHAIN_IDS } from '#core/wire.ts'

/** A chain in a query, where numbers arrive as digits. */
export const ChainQuery = z
  .codec(z.enum(CHAIN_IDS.map(String), { error: `must be one of ${CHAIN_IDS.join(', ')}` }), z.number(), {
    decode: Number,
    encode: String,
  })
  .meta({ description: 'A supported chain id.' })

export const PoolReferenceQuery = z
  .string()
  .regex(/^0x([0-9a-fA-F]{40}|[0-9a-fA-F]{64})$/, 'must be a pool or pair address, or a V4 pool id')
  .meta({ description: 'The address of a V2 pair or V3 pool, or the id of a V4 pool.' })
