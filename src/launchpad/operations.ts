import type { AuditLog } from '#core/AuditLog.ts'
import type { Operation } from '#core/Operation.ts'
import type { Database } from '#database/Database.ts'
import type { Context } from './Context.ts'
import { candles } from './endpoints/candles.ts'
import { claims } from './endpoints/claims.ts'
import { creator } from './endpoints/creator.ts'
import { type DiscoveryConfig, discovery } from './endpoints/discovery.ts'
import { early } from './endpoints/early.ts'
import { events } from './endpoints/events.ts'
import { holderHistory } from './endpoints/holderHistory.ts'
import { holders } from './endpoints/holders.ts'
import { image } from './endpoints/image.ts'
import { liquidity } from './endpoints/liquidity.ts'
import { market } from './endpoints/market.ts'
import { metadata } from './endpoints/metadata.ts'
import { prepare } from './endpoints/prepare.ts'
import { quote } from './endpoints/quote.ts'
import { setMetadata } from './endpoints/setMetadata.ts'
import { stats } from './endpoints/stats.ts'
import { takeDown } from './endpoints/takeDown.ts'
import { createTokenReader, token } from './endpoints/token.ts'
import { tokenList } from './endpoints/tokenList.ts'
import { createTotalReader, tokens } from './endpoints/tokens.ts'
import { traders } from './endpoints/traders.ts'
import { trades } from './endpoints/trades.ts'
import { wallet } from './endpoints/wallet.ts'
import { walletValue } from './endpoints/walletValue.ts'
import { paths } from './wire/urls.ts'

type Options = {
  /** Reads where a standby may serve them. */
  reading: Context
  config: DiscoveryConfig
  audit: AuditLog
  notify: Database['notify']
}

export function operations(context: Context, { reading, config, audit, notify }: Options): Operation[] {
  const readToken = createTokenReader(reading)
  const readTotal = createTotalReader(reading)
  const prefixed = `/api/${config.chainPrefix}-launchpad`
  return [
    tokens(reading, readTotal, { name: 'listLaunchTokens', path: paths.tokens }),
    token(readToken, { name: 'getLaunchToken', path: paths.token }),
    tokens(reading, readTotal, { name: 'listLaunchTokensPrefixed', path: `${prefixed}/tokens` }),
    token(readToken, { name: 'getLaunchTokenPrefixed', path: `${prefixed}/token` }),
    discovery(context, config),
    trades(reading),
    candles(reading),
    holders(reading),
    holderHistory(reading),
    stats(reading),
    tokenList(reading),
    early(reading),
    claims(reading),
    liquidity(reading),
    creator(reading),
    wallet(reading),
    walletValue(reading),
    traders(reading),
    events(context),
    ...market(reading),
    metadata(readToken),
    setMetadata(context, notify),
    image(reading),
    ...takeDown(context, { audit, notify }),
    quote(context),
    prepare(context),
  ]
}
