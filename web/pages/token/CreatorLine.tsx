import { reads, urlOf } from '#launchpad/wire/urls.ts'
import { fixed, percent } from '#site/format.ts'
import type { CreatorRecord } from '../../api/launchpad.ts'
import { useResource } from '../../api/useQuery.ts'
import { Icon } from '../../components/Icon.tsx'

/** The record of the account that launched the token, in one line; facts of the chain, no verdict. */
export function CreatorLine({ creator }: { creator: string }) {
  const { data } = useResource<CreatorRecord>(urlOf(reads.creatorSummary(creator)))
  return (
    <p className="text-compact muted creator-line">
      <Icon name="user-round" size="small" /> {data ? recordWords(data) : 'Creator’s record'}{' '}
      <a href={`/launch/creators/${creator}`}>Full record</a>
    </p>
  )
}

function recordWords({ tokens, graduated, graduationRateBps, newest }: CreatorRecord): string {
  const among = tokens > newest.launches ? ` of the newest ${newest.launches}` : ''
  return [
    `The creator has launched ${count(tokens, 'token')}`,
    `${graduated} graduated${graduationRateBps === null ? '' : ` (${percent(graduationRateBps)})`}`,
    `sold its own share in ${newest.soldOwn}${among}`,
    newest.copies > 0 && `${count(newest.copies, 'name')}${among} ${newest.copies === 1 ? 'copies' : 'copy'} others`,
  ]
    .filter(Boolean)
    .join(', ')
    .concat('.')
}

function count(number: number, noun: string): string {
  return `${fixed(BigInt(number), 0, 0)} ${number === 1 ? noun : `${noun}s`}`
}
