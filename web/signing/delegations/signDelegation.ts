import { config } from '../../api/siteData.ts'
import { chainById } from '../../wallet/chains.ts'
import { connection, requireChain } from '../../wallet/connection.ts'
import { ask } from '../../wallet/Provider.ts'
import { requireTypedData } from '../statements/requireTypedData.ts'

type Prepared = { typedData: unknown; statement: string; frame: { prefix: string; suffix: string } }

/** Has the wallet sign the delegation as prepared, and joins it with the signature into one string. */
export async function signDelegation(owner: string, { typedData, statement, frame }: Prepared): Promise<string> {
  const state = connection.get()
  if (state.status !== 'connected') throw new Error('Connect a wallet first.')
  await requireTypedData(typedData, statement)
  await requireChain(state.provider, chainById(config.chainId))
  const signature = await ask<string>(state.provider, 'eth_signTypedData_v4', [owner, JSON.stringify(typedData)])
  return `${frame.prefix}${signature.slice(2)}${frame.suffix.slice(2)}`
}
