import { useDeferredValue } from 'react'
import { paths, type TokenPage } from '../../api/launchpad.ts'
import { urlOf } from '../../api/request.ts'
import { useResource } from '../../api/useQuery.ts'
import { Callout } from '../../components/Callout.tsx'
import { Field } from '../../components/Field.tsx'
import { type Picture, PictureField } from '../token/PictureField.tsx'
import { type Draft, lengthOf, NAME_MAX, type Problems, SYMBOL_MAX } from './draft.ts'

const DESCRIPTION_MAX = 500

/** Draws the flag of a token that has no address yet. */
const NOWHERE = '0x0000000000000000000000000000000000000000'

type Props = {
  draft: Draft
  problems: Problems
  change(part: Partial<Draft>): void
  picture: Picture | undefined
  onPicture(picture: Picture | undefined): void
}

/** Name, symbol, description, picture and links. */
export function Naming({ draft, problems, change, picture, onPicture }: Props) {
  return (
    <>
      <div className="two">
        <Field
          label="Name"
          value={draft.name}
          onChange={(name) => change({ name })}
          aside={`${lengthOf(draft.name)} of ${NAME_MAX}`}
          error={problems.name}
          autoComplete="off"
          required
        />
        <Field
          label="Symbol"
          value={draft.symbol}
          onChange={(symbol) => change({ symbol })}
          aside={`${lengthOf(draft.symbol)} of ${SYMBOL_MAX}`}
          error={problems.symbol}
          autoComplete="off"
          required
        />
      </div>
      <Namesakes symbol={draft.symbol.trim()} name={draft.name.trim()} />
      <Field
        label="Description"
        value={draft.description}
        onChange={(description) => change({ description })}
        maxLength={DESCRIPTION_MAX}
        aside="optional, can change later"
        autoComplete="off"
      />
      <PictureField address={NOWHERE} picture={picture} onChange={onPicture} />
      <div className="two">
        <Field
          label="Web site"
          isLabelHidden
          icon="globe"
          value={draft.website}
          onChange={(website) => change({ website })}
          placeholder="https:// web site"
          error={problems.website}
          type="url"
        />
        <Field
          label="Profile on X"
          isLabelHidden
          icon="link"
          value={draft.x}
          onChange={(x) => change({ x })}
          placeholder="https:// profile on X"
          error={problems.x}
          type="url"
        />
      </div>
    </>
  )
}

/** Other tokens may have the same name. Buyers are warned, so the creator is warned first. */
function Namesakes({ symbol, name }: { symbol: string; name: string }) {
  const asked = useDeferredValue(symbol)
  const url = asked.length === 0 ? undefined : urlOf(paths.tokens, { search: asked, limit: 20 })
  const { data } = useResource<TokenPage>(url)
  const same = (data?.tokens ?? []).filter((token) => isAlike(token.symbol, symbol) || isAlike(token.name, name))
  if (symbol === '' || same.length === 0) return null
  return (
    <Callout grade="caution">
      {same.length === 1 ? 'Another token uses' : `${same.length} other tokens use`} this name or symbol. Buyers will
      see that on your page.{' '}
      <a href={`/launch?search=${encodeURIComponent(symbol)}`} target="_blank" rel="noreferrer">
        Compare them
      </a>
    </Callout>
  )
}

function isAlike(a: string, b: string): boolean {
  return b !== '' && a.trim().toLowerCase() === b.toLowerCase()
}
