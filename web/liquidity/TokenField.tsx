import { useState } from 'react'
import { cut, shortAddress } from '#site/format.ts'
import { NATIVE } from '#site/positionUrl.ts'
import { paths, type TokenPage } from '../api/launchpad.ts'
import { urlOf } from '../api/request.ts'
import { config } from '../api/siteData.ts'
import { useResource } from '../api/useQuery.ts'
import { Field } from '../components/Field.tsx'
import { Icon } from '../components/Icon.tsx'
import { Sheet } from '../components/Sheet.tsx'
import { TokenMark } from './TokenMark.tsx'
import { type TokenInfo, useKnownTokens, useToken } from './tokens.ts'

const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const SHOWN = 8

type Props = { label: string; chainId: number; token: TokenInfo | undefined; onChoose(token: TokenInfo): void }

/** Which token: by its symbol among those known and launched here, or by its address. */
export function TokenField({ label, chainId, token, onChoose }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="field">
      <span className="field-label">
        <span>{label}</span>
      </span>
      <button
        type="button"
        className="button large token-button"
        aria-label={`${label}: ${token?.symbol ?? 'choose'}`}
        onClick={() => setOpen(true)}
      >
        {token ? <TokenMark address={token.address} /> : <Icon name="coins" />}
        <span className="grow">{token ? <bdi>{token.symbol}</bdi> : 'Choose a token'}</span>
        <Icon name="chevron-down" size="small" />
      </button>
      {isOpen && (
        <TokenSheet
          chainId={chainId}
          onClose={() => setOpen(false)}
          onChoose={(chosen) => {
            setOpen(false)
            onChoose(chosen)
          }}
        />
      )}
    </div>
  )
}

/** A launched token may have a name that looks like another one's. */
type Choice = TokenInfo & { imitates?: string | null }

type SheetProps = { chainId: number; onClose(): void; onChoose(token: TokenInfo): void }

function TokenSheet({ chainId, onClose, onChoose }: SheetProps) {
  const [text, setText] = useState('')
  const typed = text.trim()
  const isAddress = ADDRESS.test(typed)
  const pasted = useToken(isAddress ? typed : undefined, chainId)
  const known = useKnownTokens(chainId).filter(({ symbol }) => symbol.toLowerCase().includes(typed.toLowerCase()))
  const launched = useLaunched(isAddress || chainId !== config.chainId ? undefined : typed)
  const tokens: Choice[] = isAddress ? [pasted.token].filter((token) => token !== undefined) : [...known, ...launched]
  return (
    <Sheet title="Choose a token" onClose={onClose}>
      <Field
        label="Symbol or address"
        icon="search"
        value={text}
        onChange={setText}
        autoComplete="off"
        spellCheck={false}
        error={pasted.problem}
        help="Anyone can give a token any symbol. Check the address."
      />
      <ul className="choices">
        {tokens.map((token) => (
          <li key={token.address}>
            <button type="button" onClick={() => onChoose(token)}>
              <TokenMark address={token.address} />
              <span className="grow">
                <b className="bold">
                  <bdi>{token.symbol}</bdi>
                </b>
                {token.imitates && <span className="text-small down">not {token.imitates}</span>}
                <span className="text-small faint">
                  {token.address === NATIVE ? 'native' : shortAddress(token.address)}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {tokens.length === 0 && pasted.problem === undefined && (
        <p className="muted text-compact">
          {isAddress ? 'Reading the token.' : 'No token here has this symbol. Paste its address.'}
        </p>
      )}
    </Sheet>
  )
}

/** Matching tokens launched here. */
function useLaunched(search: string | undefined): Choice[] {
  const isAsked = config.factory !== null && search !== undefined
  const url = isAsked ? urlOf(paths.tokens, { search: search || undefined, limit: SHOWN }) : undefined
  const { data } = useResource<TokenPage>(url)
  if (!isAsked) return []
  return (data?.tokens ?? []).map(({ address, symbol, imitates }) => ({
    address,
    symbol: cut(symbol, 12),
    decimals: 18,
    imitates,
  }))
}
