import { LAUNCH_CHAIN_ID } from '#core/launchChain.ts'
import { findEngine, type OciName } from '../../src/boxes/isolation/ociEngines.ts'
import { createChains } from '../../src/chain/createChains.ts'
import type { Config } from '../../src/config/config.ts'
import { findBubblewrap } from '../findBubblewrap.ts'
import { type Finding, fail, ok, warn } from './Finding.ts'

/** The chain of the launches through the configured providers. */
export async function checkChain({ devnet, rpcUrls }: Config): Promise<Finding[]> {
  if (devnet) return [ok('chain', 'the embedded development chain')]
  const chains = createChains({ rpcUrls })
  try {
    const { head, headAgeMs, providers } = await chains.get(LAUNCH_CHAIN_ID).probe()
    if (head === undefined)
      return [fail('chain', providers.map(({ lastFailure }) => lastFailure).join(', '), 'Check RPC_URL_4663.')]
    const fact = `block ${head}, ${Math.round((headAgeMs ?? 0) / 1_000)} s old, from ${providers.length} provider(s)`
    const advice = 'Add a second provider to RPC_URL_4663, so that transactions rest on two that agree.'
    return [providers.length < 2 ? warn('chain', fact, advice) : ok('chain', fact)]
  } finally {
    chains.close()
  }
}

export async function checkBoxes({ BOXES_MAX, BOX_ENGINE, BOX_KUBERNETES }: Config): Promise<Finding[]> {
  if (BOXES_MAX === 0) return [ok('boxes', 'left to other replicas')]
  if (BOX_ENGINE === 'kubernetes') return [checkCluster(BOX_KUBERNETES)]
  if (BOX_ENGINE !== 'bubblewrap') return [checkEngine(BOX_ENGINE)]
  if ((await findBubblewrap()) !== undefined) return [ok('boxes', `up to ${BOXES_MAX}, isolated by bubblewrap`)]
  return [warn('boxes', 'bubblewrap does not work here', 'Install it and allow user namespaces, or set BOXES_MAX=0.')]
}

function checkCluster(settings: Config['BOX_KUBERNETES']): Finding {
  if (settings) return ok('boxes', `in pods of ${settings.image}`)
  return warn('boxes', 'BOX_KUBERNETES is not set', 'Set BOX_KUBERNETES={"image":"…"}, or BOX_ENGINE=bubblewrap.')
}

function checkEngine(engine: OciName): Finding {
  if (findEngine(engine) && process.getuid?.() === 0) return ok('boxes', `isolated by ${engine}`)
  return warn(
    'boxes',
    `${engine} is not installed, or this user is not root`,
    'Install it, or set BOX_ENGINE=bubblewrap.',
  )
}

export function checkNode(version = process.versions.node): Finding[] {
  const major = Number(version.split('.')[0])
  return [major < 24 ? warn('node', version, 'Start with npm start, which brings its own.') : ok('node', version)]
}
