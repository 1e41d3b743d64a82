import { SignClient } from '@walletconnect/sign-client'

export type Relay = { projectId: string; relayUrl: string }
export type Client = Awaited<ReturnType<typeof SignClient.init>>

let opened: Promise<Client> | undefined

/** One client for the page; it takes up the sessions of earlier pages. */
export function openClient(relay: Relay): Promise<Client> {
  opened ??= open(relay).catch((error: unknown) => {
    opened = undefined
    throw error
  })
  return opened
}

async function open(relay: Relay): Promise<Client> {
  const { origin } = location
  const metadata = {
    name: 'Slipway',
    description: 'Launchpad and liquidity.',
    url: origin,
    icons: [`${origin}/assets/icon-192.png`],
  }
  const client = await SignClient.init({ ...relay, metadata, telemetryEnabled: false, logger: 'silent' })
  // It loads a frame of another origin, which the pages do not allow.
  client.core.verify.register = () => Promise.resolve('')
  return client
}
