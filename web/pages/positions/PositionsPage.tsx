import { lazy, Suspense, useState } from 'react'
import { getAddress, isAddress } from 'viem/utils'
import { positionUrl } from '#site/positionUrl.ts'
import type { Position } from '../../api/liquidity.ts'
import { urlOf } from '../../api/request.ts'
import { config } from '../../api/siteData.ts'
import { useUrlState } from '../../api/useUrlState.ts'
import { ChainSelect, chainOf } from '../../liquidity/ChainSelect.tsx'
import { NamedAddress } from '../../names/NamedAddress.tsx'
import { usePageChain } from '../../wallet/chains.ts'
import { useAccount } from '../../wallet/WalletGate.tsx'
import { NotConnected } from './NotConnected.tsx'
import type { Action } from './PositionCard.tsx'
import { PositionList } from './PositionList.tsx'

/** Loaded when a sheet is opened, because most visitors only read. */
const SHEETS = {
  increase: lazy(async () => ({ default: (await import('./IncreaseSheet.tsx')).IncreaseSheet })),
  decrease: lazy(async () => ({ default: (await import('./DecreaseSheet.tsx')).DecreaseSheet })),
  compound: lazy(async () => ({ default: (await import('./CompoundSheet.tsx')).CompoundSheet })),
  rerange: lazy(async () => ({ default: (await import('./RerangeSheet.tsx')).RerangeSheet })),
  zapOut: lazy(async () => ({ default: (await import('./ZapOutSheet.tsx')).ZapOutSheet })),
  migrate: lazy(async () => ({ default: (await import('./MigrateSheet.tsx')).MigrateSheet })),
  claim: lazy(async () => ({ default: (await import('./ClaimSheet.tsx')).ClaimSheet })),
}

const CollectSheet = lazy(async () => ({ default: (await import('./CollectSheet.tsx')).CollectSheet }))

type Acting = { action: Action; position: Position }
type View = { chainId: number; asked: string | undefined }

const VIEW = {
  read: (query: URLSearchParams): View => ({ chainId: chainOf(query), asked: addressOf(query.get('owner') ?? '') }),
  write: ({ chainId, asked }: View) =>
    new URLSearchParams({
      ...(asked !== undefined && { owner: asked }),
      ...(chainId !== config.chainId && { chainId: String(chainId) }),
    }).toString(),
}

/** The positions of the connected wallet, or of the one the address names; only its own owner can act. */
export function PositionsPage() {
  const [{ chainId, asked }, look] = useUrlState(VIEW)
  const [acting, setActing] = useState<Acting>()
  const [collected, setCollected] = useState<readonly Position[]>()
  const account = useAccount()
  usePageChain(chainId)
  const owner = asked ?? account
  const isMine = owner !== undefined && owner === account
  const close = () => {
    setActing(undefined)
    setCollected(undefined)
  }
  return (
    <>
      <Head owner={isMine ? undefined : owner} chainId={chainId} onChain={(on) => look({ chainId: on })} />
      {owner === undefined ? (
        <NotConnected onLook={(address) => look({ asked: address })} />
      ) : (
        <PositionList
          {...{ owner, chainId, isMine }}
          onAct={isMine ? (position, action) => setActing({ position, action }) : undefined}
          onCollect={isMine ? (positions) => setCollected(() => positions) : undefined}
          onForget={asked === undefined ? undefined : () => look({ asked: undefined })}
        />
      )}
      {account !== undefined && (
        <Suspense>
          <OpenSheet {...{ acting, collected, chainId }} wallet={account} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

type OpenProps = {
  acting: Acting | undefined
  collected: readonly Position[] | undefined
  chainId: number
  wallet: string
  onClose(): void
}

function OpenSheet({ acting, collected, ...props }: OpenProps) {
  if (collected) return <CollectSheet positions={collected} {...props} />
  if (!acting) return null
  const ActionSheet = SHEETS[acting.action]
  return <ActionSheet position={acting.position} wallet={props.wallet} onClose={props.onClose} />
}

type HeadProps = { owner: string | undefined; chainId: number; onChain(chainId: number): void }

/** The owner and the chain of the positions, and the controls that change them. */
function Head({ owner, chainId, onChain }: HeadProps) {
  const on = chainId === config.chainId ? {} : { chainId }
  return (
    <div className="page-head wrap">
      <div className="grow">
        <h1>{owner === undefined ? 'Positions' : 'Positions of another wallet'}</h1>
        {owner !== undefined && (
          <p className="text-small faint">
            <NamedAddress address={owner} />
          </p>
        )}
      </div>
      <ChainSelect chainId={chainId} onChange={onChain} />
      <a className="button" href={urlOf('/pools', on)}>
        Find a pool
      </a>
      <a className="button primary" href={positionUrl(on)}>
        New position
      </a>
    </div>
  )
}

function addressOf(text: string): string | undefined {
  const plain = text.trim().toLowerCase()
  return isAddress(plain) ? getAddress(plain) : undefined
}
