import type { ComponentProps } from 'react'
import { readAmount } from '#site/format.ts'
import { Field } from '../components/Field.tsx'
import { Dollars } from './Dollars.tsx'
import { useEthUsd } from './EthUsd.tsx'

/** A field for an amount of ETH, with its dollars below it. */
export function EthField({ help, ...props }: Omit<ComponentProps<typeof Field>, 'suffix' | 'inputMode'>) {
  const wei = readAmount(props.value).value
  const hasDollars = useEthUsd() !== undefined && wei !== undefined
  const words = hasDollars ? (
    <>
      <Dollars wei={wei} /> {help}
    </>
  ) : (
    help
  )
  return <Field {...props} suffix="ETH" inputMode="decimal" help={words} />
}
