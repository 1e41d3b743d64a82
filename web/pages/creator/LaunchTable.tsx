import { cut, percent, UNKNOWN } from '#site/format.ts'
import type { CreatorRecord } from '../../api/launchpad.ts'
import { Card } from '../../components/Card.tsx'
import { Chip } from '../../components/Chip.tsx'
import { Age, Eth } from '../../components/Figures.tsx'
import { Flag } from '../../components/Flag.tsx'
import { Icon } from '../../components/Icon.tsx'
import { Empty } from '../../components/States.tsx'
import { Table } from '../../components/Table.tsx'
import { duration } from './duration.ts'

type Launch = CreatorRecord['launches'][number]

/** The newest launches of a creator, newest first. */
export function LaunchTable({ record: { address, tokens, launches } }: { record: CreatorRecord }) {
  const aside = tokens > launches.length && <a href={`/launch?search=${address}`}>All {tokens}</a>
  return (
    <Card title="Launches" aside={aside} isPadded={false}>
      {launches.length === 0 ? (
        <Empty title="This account has not launched a token" />
      ) : (
        <Table
          columns={[
            'Token',
            ['Launched', 'hide-small'],
            'Graduated',
            ['Market cap', 'numeric hide-small'],
            ['Holders', 'numeric hide-small'],
            ['Sold by creator', 'numeric'],
            ['Fees earned', 'numeric hide-small'],
          ]}
        >
          {launches.map((launch) => (
            <Row key={launch.address} launch={launch} />
          ))}
        </Table>
      )}
    </Card>
  )
}

function Row({ launch }: { launch: Launch }) {
  const { address, name, symbol, imitates, isCopy, createdAt, marketCapEth, holders, feesEarnedEth } = launch
  return (
    <tr>
      <td>
        <a className="row" href={`/launch/${address}`} title={address}>
          <Flag address={address} size="tiny" />
          <bdi>{cut(name)}</bdi> <span className="faint text-small">{cut(symbol, 12)}</span>
          {imitates !== null && <Chip tone="bad">Not {imitates}</Chip>}
          {imitates === null && isCopy && <Chip tone="warn">copied name</Chip>}
        </a>
      </td>
      <td className="faint hide-small">
        <Age at={createdAt} />
      </td>
      <td>
        <Graduation launch={launch} />
      </td>
      <td className="numeric hide-small">
        <Eth wei={BigInt(marketCapEth)} />
      </td>
      <td className="numeric hide-small">{holders ?? UNKNOWN}</td>
      <td className="numeric">
        <Sold launch={launch} />
      </td>
      <td className="numeric hide-small">
        <Eth wei={BigInt(feesEarnedEth)} />
      </td>
    </tr>
  )
}

function Graduation({ launch: { graduated, secondsToGraduation } }: { launch: Launch }) {
  if (!graduated || secondsToGraduation === null) return <span className="faint">not yet</span>
  return (
    <span className="nowrap">
      <Icon name="waves" size="tiny" /> after {duration(secondsToGraduation)}
    </span>
  )
}

/** The part of the supply that the launching account sold, and how long ago it began to. */
function Sold({ launch: { own } }: { launch: Launch }) {
  if (own.soldTokens === '0') return <span className="faint">nothing</span>
  return (
    <>
      {percent(own.soldBps, 2)}
      {own.firstSoldAt !== null && (
        <span className="unit hide-small">
          first <Age at={own.firstSoldAt} /> ago
        </span>
      )}
    </>
  )
}
