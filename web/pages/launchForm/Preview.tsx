import { BPS } from '#core/bigint.ts'
import * as Curve from '#launchpad/contract/Curve.ts'
import { cut, percent } from '#site/format.ts'
import { Card } from '../../components/Card.tsx'
import { Eth } from '../../components/Figures.tsx'
import { Flag } from '../../components/Flag.tsx'
import { Progress } from '../../components/Progress.tsx'
import type { Picture } from '../token/PictureField.tsx'
import { type Draft, firstBuyOf } from './draft.ts'

const NOWHERE = '0x0000000000000000000000000000000000000000'
const SUPPLY = 10n ** 27n
const WIDTH = 280
const TOP = 20
const BOTTOM = 150
const STEPS = 60
const ETH = 1e18

/** How the launch will look in the list, and where it starts on the curve. */
export function Preview({ draft, picture }: { draft: Draft; picture: Picture | undefined }) {
  const { after, tokensOut, value } = firstBuyOf(draft)
  const share = Number((tokensOut * BPS) / SUPPLY)
  return (
    <aside className="stack" aria-label="Preview">
      <Card title="How others see it">
        <div className="row">
          <Flag address={NOWHERE} image={picture?.url} />
          <div className="grow">
            <b className="bold">
              <bdi>{cut(draft.name.trim()) || 'Name'}</bdi>
            </b>{' '}
            <span className="faint text-small">{draft.symbol.trim() || 'SYMBOL'}</span>
            <p className="text-small faint">
              now · {value > 0n ? '1 holder' : '0 holders'} · creator {percent(share)}
            </p>
          </div>
          <b className="bold">
            <Eth wei={Curve.marketCap(after)} />
          </b>
        </div>
        <Progress bps={Curve.progressBps(after)} />
      </Card>
      <Card title="The curve" aside="market cap, ETH">
        <CurveDrawing after={after} />
      </Card>
    </aside>
  )
}

function CurveDrawing({ after }: { after: Curve.State }) {
  const target = Number(Curve.cfg.gradEthTarget)
  const end = capAt(target)
  const x = (raised: number) => (raised / target) * WIDTH
  const y = (cap: number) => BOTTOM - (cap / end) * (BOTTOM - TOP)
  const path = Array.from({ length: STEPS + 1 }, (_, step) => (target * step) / STEPS)
    .map((raised, step) => `${step === 0 ? 'M' : 'L'}${x(raised).toFixed(1)} ${y(capAt(raised)).toFixed(1)}`)
    .join('')
  const raised = Number(after.realEth)
  const cap = Number(Curve.marketCap(after))
  const label = `${raised > 0 ? 'after your buy' : 'at launch'} ${(cap / ETH).toFixed(2)}`
  return (
    <svg
      className="chart"
      viewBox="-6 0 346 178"
      role="img"
      aria-label={`Market cap from 0.91 ETH at launch to 14.03 ETH at graduation; ${label}`}
    >
      <line className="grid-line" x1="0" x2="300" y1={BOTTOM} y2={BOTTOM} />
      <line className="grid-line" x1={WIDTH} x2={WIDTH} y1="14" y2={BOTTOM} />
      <path className="curve" d={path} />
      <circle className="point" cx={x(raised)} cy={y(cap)} r="4" />
      <line className="grid-line" x1={x(raised)} x2={x(raised)} y1={y(cap) - 5} y2={Math.max(y(cap) - 26, 18)} />
      <text x={Math.max(0, Math.min(x(raised) - 4, 150))} y={Math.max(y(cap) - 31, 14)}>
        {label}
      </text>
      <text x="0" y="168">
        0 ETH raised
      </text>
      <text x={WIDTH} y="168" textAnchor="middle">
        2.864
      </text>
      <text x="286" y="24">
        14.03
      </text>
      <text x="286" y={BOTTOM + 3}>
        0
      </text>
    </svg>
  )
}

/** The market cap in wei after this amount was raised, exact enough for a drawing. */
function capAt(raised: number): number {
  const x = Number(Curve.cfg.virtualEth) + raised
  return (x * x * Number(Curve.cfg.totalSupply)) / (Number(Curve.cfg.virtualEth) * Number(Curve.cfg.virtualToken))
}
