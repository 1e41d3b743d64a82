import { fixed, percent, short } from '#site/format.ts'
import { NATIVE, positionUrl } from '#site/positionUrl.ts'
import type { TokenDetail } from '../../api/launchpad.ts'
import { config } from '../../api/siteData.ts'
import { Card } from '../../components/Card.tsx'
import { Age } from '../../components/Figures.tsx'
import { Icon } from '../../components/Icon.tsx'
import { Progress } from '../../components/Progress.tsx'
import { Dollars } from '../../dollars/Dollars.tsx'

/** The progress towards graduation and its effect; afterwards, its result. */
export function GraduationCard({ token }: { token: TokenDetail }) {
  return token.graduated ? <Graduated token={token} /> : <OnTheCurve token={token} />
}

function OnTheCurve({ token: { progressBps, realEthRaised, gradEthTarget, symbol } }: { token: TokenDetail }) {
  const raised = BigInt(realEthRaised)
  const target = BigInt(gradEthTarget)
  return (
    <Card label="Progress to graduation">
      <div className="row spread">
        <h2 className="card-title">To graduation</h2>
        <b className="bold">{percent(progressBps)}</b>
      </div>
      <Progress bps={progressBps} />
      <div className="row spread text-compact">
        <span>
          <b className="bold">{fixed(raised, 3)}</b> of {fixed(target, 3)} ETH raised
          <Dollars wei={raised} />
        </span>
        <span className="faint">{fixed(target - raised, 3)} to go</span>
      </div>
      <p className="text-small muted">
        The buy that fills the curve closes it. 2 % of the raised ETH is taken as graduation fee; the rest and 200 M{' '}
        {symbol} become a Uniswap v4 pool nobody can withdraw.
      </p>
    </Card>
  )
}

function Graduated({ token: { address, graduatedAt, poolId, symbol, volumeEth } }: { token: TokenDetail }) {
  return (
    <Card label="Graduation">
      <div className="row spread">
        <h2 className="card-title">
          <Icon name="waves" /> Graduated <Age at={graduatedAt} /> ago
        </h2>
        <b className="bold">
          {volumeEth === null ? '–' : short(BigInt(volumeEth))} ETH traded
          <Dollars wei={volumeEth === null ? null : BigInt(volumeEth)} />
        </b>
      </div>
      <Progress bps={10_000} isDone />
      <p className="text-small muted">
        {symbol} trades in a Uniswap v4 pool with a fee of 1 %. Its first liquidity is locked permanently; half of the
        fees of that liquidity are the creator’s.
      </p>
      {poolId !== null && (
        <>
          <p className="mono text-tiny faint pool-id">Pool {poolId}</p>
          <a className="button wide" href={builderUrl(address, poolId)}>
            <Icon name="droplets" size="small" />
            Provide liquidity
          </a>
        </>
      )}
    </Card>
  )
}

function builderUrl(token: string, pool: string): string {
  return positionUrl({ chainId: config.chainId, protocol: 'v4', tokenA: NATIVE, tokenB: token, pool })
}
