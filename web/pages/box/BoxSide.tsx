import type { Box } from '../../api/boxes.ts'
import { Card } from '../../components/Card.tsx'
import { Age } from '../../components/Figures.tsx'
import { KeyValues } from '../../components/KeyValues.tsx'
import { Files } from './Files.tsx'
import { Log } from './Log.tsx'
import { Schedules } from './Schedules.tsx'
import { Snapshots } from './Snapshots.tsx'

/** The side panel of a box: isolation, usage, files, snapshots, schedules and log. */
export function BoxSide({ box, isAtWork }: { box: Box; isAtWork: boolean }) {
  return (
    <>
      <Card title="This box" label="Isolation of this box">
        <KeyValues facts={factsOf(box)} />
      </Card>
      <Files box={box} version={isAtWork ? 1 : 0} />
      <Snapshots box={box} />
      <Schedules box={box} />
      <Log box={box} isAtWork={isAtWork} />
    </>
  )
}

function factsOf(box: Box) {
  const { isolation, usage, scopes, models } = box
  const walls = isolation && [
    isolation.level === 'none' ? 'process' : isolation.level,
    isolation.seccomp && 'seccomp',
    isolation.testedOn === 'recorded schemas' && 'not tested on a real cluster',
  ]
  return [
    { key: 'isolation', term: 'Isolation', value: walls ? walls.filter(Boolean).join(', ') : 'not started yet' },
    { key: 'network', term: 'Network', value: isolation?.network === 'shared' ? 'shared with the host' : 'none' },
    { key: 'limits', term: 'Limits', value: `${box.size}${isolation ? `, by ${isolation.limits}` : ''}` },
    { key: 'may', term: 'May do', value: scopes.includes('lp:build') ? 'read, prepare' : 'read' },
    { key: 'may not', term: 'May not', value: 'sign, hold keys, spend' },
    { key: 'runs', term: 'Answers', value: `${usage.runs}, in ${usage.seconds.toFixed(1)} s` },
    { key: 'bytes', term: 'Text in and out', value: `${kilobytes(usage.bytesIn)}, ${kilobytes(usage.bytesOut)}` },
    ...(models.calls > 0 ? [{ key: 'models', term: 'Language models', value: modelWords(models) }] : []),
    { key: 'restarts', term: 'Restarts', value: String(box.restarts) },
    {
      key: 'idle',
      term: 'Pauses when idle for',
      value: box.keepAlive ? 'never' : `${Math.round(box.idleTimeoutSeconds / 60)} min`,
    },
    { key: 'active', term: 'Last active', value: <Age at={box.lastActiveAt} /> },
    { key: 'ends', term: 'Ends', value: box.expiresAt.slice(0, 16).replace('T', ' ') },
  ]
}

function modelWords({ calls, tokensIn, tokensOut, usd, budget }: Box['models']): string {
  const most = budget.usd === null ? '' : ` of $${budget.usd}`
  return `${calls} calls, ${tokensIn} tokens in, ${tokensOut} out, $${usd.toFixed(2)}${most}`
}

function kilobytes(bytes: number): string {
  return bytes < 1_000 ? `${bytes} B` : `${(bytes / 1_000).toFixed(1)} kB`
}
