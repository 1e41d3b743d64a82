import type { ReactNode } from 'react'
import type { Position } from '../../api/liquidity.ts'
import { Checkbox } from '../../components/Checkbox.tsx'
import { nativeOf } from '../../liquidity/tokens.ts'
import { hasWrapped } from './lpRequest.ts'

type Props = { position: Position; isNative: boolean; onChange(isNative: boolean): void; children: ReactNode }

/** Pools of v2 and v3 hold the wrapped form of ETH; the owner may prefer ETH. The content is the verb. */
export function NativeChoice({ position, isNative, onChange, children }: Props) {
  if (!hasWrapped(position)) return null
  const { symbol } = nativeOf(position.chainId)
  return (
    <Checkbox isChecked={isNative} onChange={onChange}>
      {children} {symbol} instead of W{symbol}
    </Checkbox>
  )
}
