import type { ReactNode } from 'react'
import type { Position } from '../../api/liquidity.ts'
import { Checkbox } from '../../components/Checkbox.tsx'
import { hasWrapped } from './lpRequest.ts'

type Props = { position: Position; isNative: boolean; onChange(isNative: boolean): void; children: ReactNode }

/** Pools of v2 and v3 hold WETH; the owner may prefer ETH. */
export function NativeChoice({ position, isNative, onChange, children }: Props) {
  if (!hasWrapped(position)) return null
  return (
    <Checkbox isChecked={isNative} onChange={onChange}>
      {children}
    </Checkbox>
  )
}
