import { useEffect, useRef } from 'react'
import { BPS } from '#core/bigint.ts'
import { percent } from '#site/format.ts'
import type { HolderPage, TokenDetail } from '../../api/launchpad.ts'
import { useResource } from '../../api/useQuery.ts'
import { Card } from '../../components/Card.tsx'
import { Chip } from '../../components/Chip.tsx'
import { Flag } from '../../components/Flag.tsx'
import { ShareBar } from '../../components/Progress.tsx'
import { AccountName } from '../../names/AccountName.tsx'
import { useStore } from '../../store.ts'
import { connection } from '../../wallet/connection.ts'
import { holdersUrl } from './liveTrades.ts'
import { SupplyBar } from './SupplyBar.tsx'
import { supplyParts } from './supplyParts.ts'

const SHOWN = 8
const SUPPLY = 10n ** 27n
const REREAD_MS = 1_500

/** The holders of a token, read again shortly after trades, but not after each trade of a busy token. */
export function useHolders(token: TokenDetail, version: number): HolderPage | undefined {
  const { data, reload } = useResource<HolderPage>(holdersUrl(token.address))
  const later = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (version === 0) return
    later.current ??= setTimeout(() => {
      later.current = undefined
      reload()
    }, REREAD_MS)
  }, [version, reload])
  useEffect(() => () => clearTimeout(later.current), [])
  return data
}

/** The distribution of the supply, and the largest holders. */
export function HoldersCard({ token, version }: { token: TokenDetail; version: number }) {
  const page = useHolders(token, version)
  return (
    <Card title="Supply distribution" aside="of 1,000,000,000" isPadded={false}>
      {page ? (
        <>
          <SupplyBar parts={supplyParts(page, earlyBuyers(token))} />
          <HolderList token={token} page={page} max={SHOWN} />
        </>
      ) : (
        <p className="pad faint text-small">Reading holders</p>
      )}
    </Card>
  )
}

type ListProps = { token: TokenDetail; page: HolderPage; max: number }

export function HolderList({ token, page: { holders }, max }: ListProps) {
  const state = useStore(connection)
  const me = state.status === 'connected' ? state.address : undefined
  const early = earlyBuyers(token)
  const largest = holders[0]?.shareBps ?? 0
  return (
    <ul className="holders">
      {holders.slice(0, max).map(({ address, shareBps, isCreator }) => (
        <li key={address}>
          <span className="row grow">
            <Flag address={address} isRound size="tiny" />
            <a className="clip mono text-small" href={`/portfolio/${address}`} title={address}>
              <AccountName address={address} />
            </a>
            {isCreator && <Chip>creator</Chip>}
            {address === me && <Chip tone="accent">you</Chip>}
            {early.has(address) && !isCreator && <Chip tone="warn">first block</Chip>}
          </span>
          <ShareBar bps={shareBps} ofBps={largest} />
          <b>{percent(shareBps, 2)}</b>
        </li>
      ))}
    </ul>
  )
}

/** The part of the supply that the token still holds for its creator. */
export function lockedShareBps({ lock }: TokenDetail): number {
  return lock ? Number(((BigInt(lock.amount) - BigInt(lock.released)) * BPS) / SUPPLY) : 0
}

/** The accounts that bought in the block of the launch. */
function earlyBuyers({ signals }: TokenDetail): ReadonlySet<string> {
  return new Set(signals.firstBlockBuyers?.map(({ address }) => address))
}
