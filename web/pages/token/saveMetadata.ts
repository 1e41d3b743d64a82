import { shortAddress } from '#site/format.ts'
import { paths, prepare } from '../../api/launchpad.ts'
import { request } from '../../api/request.ts'
import { connection } from '../../wallet/connection.ts'
import { ask } from '../../wallet/Provider.ts'
import type { Picture } from './PictureField.tsx'

type Content = { token: string; description?: string; links: Record<string, string> }
type TypedData = { message: { expiry: string } }

/** Has the wallet sign exactly this content, then sends it with the signature. */
export async function saveMetadata({
  content,
  account,
  picture,
}: {
  content: Content
  account: string
  picture: Picture | undefined
}): Promise<void> {
  const state = connection.get()
  if (state.status !== 'connected') throw new Error('Connect a wallet first.')
  const {
    typedData,
    statement,
    signers = [],
  } = await prepare({
    action: 'metadata',
    from: account,
    ...content,
    ...(picture && { imageHash: picture.hash }),
  })
  if (!signers.some((signer) => signer.toLowerCase() === account.toLowerCase()))
    throw new Error(`This account cannot sign for the token. Sign with ${signers.map(shortAddress).join(' or ')}.`)
  const { requireTypedData } = await import('../../signing/statements/requireTypedData.ts')
  await requireTypedData(typedData, statement)
  const signature = await ask<string>(state.provider, 'eth_signTypedData_v4', [account, JSON.stringify(typedData)])
  const expiry = Number((typedData as TypedData).message.expiry)
  await request(paths.metadata, {
    method: 'POST',
    body: { ...content, ...(picture && { image: picture.base64 }), expiry, signature },
  })
}
