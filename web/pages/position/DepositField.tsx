import { LinkButton } from '../../components/Button.tsx'
import { TokenMark } from '../../liquidity/TokenMark.tsx'
import type { TokenInfo } from '../../liquidity/tokens.ts'

type Props = {
  token: TokenInfo
  text: string
  onType(text: string): void
  /** Below at the left: what this amount is. */
  role: string
  isFollowing: boolean
  isNeeded: boolean
  balance: string | undefined
  onMax: (() => void) | undefined
  error: string | undefined
}

/** One of the two amounts; whichever is typed is set, and the other follows. */
export function DepositField({ token, text, onType, role, isFollowing, isNeeded, balance, onMax, error }: Props) {
  const shown = isFollowing ? atSixPlaces(text) : text
  return (
    <div className={isFollowing || !isNeeded ? 'amount out' : 'amount'}>
      <div className="line">
        <input
          aria-label={`${token.symbol} amount`}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0"
          value={isNeeded ? shown : '0'}
          title={shown === text ? undefined : text}
          disabled={!isNeeded}
          aria-invalid={error !== undefined || undefined}
          onChange={(event) => onType(event.target.value)}
        />
        <span className="unitbox">
          <TokenMark address={token.address} />
          <bdi>{token.symbol}</bdi>
        </span>
      </div>
      <div className="sub">
        {error === undefined ? (
          <span>{role}</span>
        ) : (
          <span className="down" role="alert">
            {error}
          </span>
        )}
        {balance !== undefined && (
          <span>
            Balance {balance} {onMax && <LinkButton onClick={onMax}>Max</LinkButton>}
          </span>
        )}
      </div>
    </div>
  )
}

/** An amount that follows has up to 18 places, which no field is wide enough for. */
function atSixPlaces(text: string): string {
  return text.replace(/^([^.]*[1-9][^.]*\.\d{6})\d+$/, '$1')
}
