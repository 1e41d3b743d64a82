import { createSiweMessage } from 'viem/siwe'
import { stringToHex } from 'viem/utils'
import { request } from '../api/request.ts'
import { pageChain } from '../wallet/chains.ts'
import { connection } from '../wallet/connection.ts'
import { ask, WalletFailure } from '../wallet/Provider.ts'
import { session } from './session.ts'

type Verified = { token: string; expiresAt: string }

/** Signs in with the connected wallet: nonce, message, signature, token. */
export async function signIn(): Promise<void> {
  const wallet = connection.get()
  if (wallet.status !== 'connected') throw new WalletFailure('Connect a wallet first.')
  session.set(() => ({ status: 'asking' }))
  try {
    const { nonce } = await request<{ nonce: string }>('/api/auth/siwe/nonce', { method: 'POST', body: {} })
    const { host, origin } = location
    const message = createSiweMessage({
      address: wallet.address as `0x${string}`,
      chainId: pageChain.get().id,
      domain: host,
      uri: origin,
      nonce,
      version: '1',
      statement: 'Sign in to Slipway. This signature moves nothing.',
    })
    const signature = await ask<string>(wallet.provider, 'personal_sign', [stringToHex(message), wallet.address])
    const { token, expiresAt } = await request<Verified>('/api/auth/siwe/verify', {
      method: 'POST',
      body: { message, signature },
    })
    session.set(() => ({ status: 'in', token, address: wallet.address, expiresAt }))
  } catch (error) {
    session.set(() => ({ status: 'none' }))
    throw error
  }
}
