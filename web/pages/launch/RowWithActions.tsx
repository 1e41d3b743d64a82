import { cut } from '#site/format.ts'
import { Button } from '../../components/Button.tsx'
import { WatchButton } from '../../watchlist/WatchButton.tsx'
import { quickBuy } from './quickBuy.ts'
import { type RowProps, TokenRow } from './TokenRow.tsx'

/** A row of the list with its two actions, which lie outside its link. */
export function RowWithActions({ token, ...look }: RowProps) {
  const name = cut(token.name)
  return (
    <li className="with-actions">
      <TokenRow token={token} {...look} />
      <span className="row-actions">
        <WatchButton address={token.address} name={name} />
        <Button
          kind="ghost"
          size="small"
          aria-label={`Buy ${name}`}
          title="Buy without leaving the list"
          onClick={() => quickBuy.set(() => token)}
        >
          Buy
        </Button>
      </span>
    </li>
  )
}
