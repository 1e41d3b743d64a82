import { getAddress } from 'viem/utils'
import type { Card } from '../../api/boxes.ts'
import { config } from '../../api/siteData.ts'
import { Button } from '../../components/Button.tsx'
import { Chip } from '../../components/Chip.tsx'
import { Icon } from '../../components/Icon.tsx'
import { KeyValues } from '../../components/KeyValues.tsx'
import { UntrustedTag } from '../../components/UntrustedText.tsx'
import { NamedAddress } from '../../names/NamedAddress.tsx'
import { useStore } from '../../store.ts'
import { openWallet } from '../../wallet/WalletButton.tsx'
import { useAccount } from '../../wallet/WalletGate.tsx'
import { type Proposal, proposalOf } from './proposal.ts'
import { proposalOutcomes, recordOutcome, review } from './proposalOutcomes.ts'

/** A transaction or figures next to the words of an answer. `id` is the same while the answer is written and afterwards. */
export function CardView({ id, card }: { id: string; card: Card }) {
  const proposal = card.kind === 'transaction' ? proposalOf(card.data, config.chainId) : undefined
  if (proposal) return <Proposed id={id} card={card} proposal={proposal} />
  return (
    <article className="transaction-card" aria-label={card.title}>
      <header>
        <b className="bold">
          <bdi>{card.title}</bdi>
        </b>
        <UntrustedTag whose="agent" />
      </header>
      <AgentWords card={card} />
      {card.kind === 'transaction' && (
        <p className="text-small warn row">
          <Icon name="triangle-alert" size="small" />
          <span>Slipway cannot rebuild this transaction, so it cannot be signed here.</span>
        </p>
      )}
      {card.data !== undefined && (
        <details className="data">
          <summary className="text-small">Data</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <pre tabIndex={0}>{JSON.stringify(card.data, null, 2)}</pre>
        </details>
      )}
    </article>
  )
}

function AgentWords({ card: { words, warnings = [] } }: { card: Card }) {
  return (
    <div className="untrusted-block stack small">
      {unlike(words).map((sentence) => (
        <p key={sentence} className="text-compact">
          <bdi>{sentence}</bdi>
        </p>
      ))}
      {warnings.map((warning) => (
        <p key={warning} className="text-small warn row">
          <Icon name="triangle-alert" size="small" />
          <bdi>{warning}</bdi>
        </p>
      ))}
    </div>
  )
}

/** A card of one step would repeat its text. */
function unlike(words: readonly string[]): string[] {
  const [first = ''] = words
  return [...new Set(words)].filter((sentence) => sentence === first || !sentence.endsWith(first))
}

const CHIPS = {
  open: ['warn', 'not signed'],
  declined: ['line', 'declined'],
  signed: ['ok', 'signed'],
} as const

/** A proposed transaction. The service rebuilds it for the review, so that nothing from the agent is signed. */
function Proposed({ id, card, proposal }: { id: string; card: Card; proposal: Proposal }) {
  const account = useAccount()
  const state = useStore(proposalOutcomes).outcomes[id] ?? 'open'
  const [tone, words] = CHIPS[state]
  const isMine = account?.toLowerCase() === proposal.wallet.toLowerCase()
  const builder = proposal.kind === 'liquidity' ? proposal.builder : undefined
  return (
    <article className="transaction-card" aria-label={`Proposed transaction: ${card.title}`}>
      <header>
        <span className="row">
          <Icon name="file-pen-line" />
          <b className="bold">Proposed transaction</b>
          <span className="faint text-small hide-small">rebuilt by Slipway for your review</span>
        </span>
        <Chip tone={tone}>{words}</Chip>
      </header>
      <p className="words small untrusted-block">
        <bdi>{card.title}</bdi>
      </p>
      <AgentWords card={card} />
      <KeyValues
        facts={[
          { key: 'wallet', term: 'For wallet', value: <NamedAddress address={getAddress(proposal.wallet)} /> },
          { key: 'chain', term: 'Chain', value: `${config.chainId}${config.isDevnet ? ', devnet' : ''}` },
        ]}
      />
      {state === 'open' && account !== undefined && !isMine && (
        <p className="text-small warn row">
          <Icon name="triangle-alert" size="small" />
          <span>Your wallet holds another account. Switch to this one, or ask again for yours.</span>
        </p>
      )}
      {state === 'open' && (
        <footer>
          {account === undefined ? (
            <Button kind="primary" onClick={openWallet}>
              Connect a wallet
            </Button>
          ) : (
            <Button kind="primary" disabled={!isMine} onClick={() => review({ id, title: card.title, proposal })}>
              Review and sign
            </Button>
          )}
          <Button onClick={() => recordOutcome(id, 'declined')}>Decline</Button>
          <span className="grow" />
          {builder !== undefined && (
            <a className="text-compact" href={builder}>
              Open in the builder
            </a>
          )}
        </footer>
      )}
    </article>
  )
}
