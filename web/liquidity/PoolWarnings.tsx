import type { Warning } from '../api/liquidity.ts'
import { Callout } from '../components/Callout.tsx'

/** Warnings about losing all tokens, not just a part. */
const DANGERS = new Set(['HOOK_MAY_LOCK'])

/** The warnings of a pool, folded to one sentence in lists; nothing for a plain pool. */
export function PoolWarnings({ warnings, isFolded = false }: { warnings: readonly Warning[]; isFolded?: boolean }) {
  if (warnings.length === 0) return null
  const isDangerous = warnings.some(({ code }) => DANGERS.has(code))
  return (
    <Callout grade={isDangerous ? 'danger' : 'caution'}>
      <details className="pool-warnings" open={!isFolded}>
        <summary>
          <b>{titleOf(warnings)}</b>
        </summary>
        <ul>
          {warnings.map(({ code, message }) => (
            <li key={code + message}>{message}</li>
          ))}
        </ul>
      </details>
    </Callout>
  )
}

function titleOf(warnings: readonly Warning[]): string {
  const has = (code: string) => warnings.some((warning) => warning.code.startsWith(code))
  const parts = [
    has('FEE_ON_TRANSFER') && 'a token that keeps a part of each transfer',
    has('PERMISSIONED') && 'a token for allow-listed wallets only',
    has('HOOKED') && 'a hook',
  ].filter((part) => part !== false)
  return `This pool has ${parts.join(' and ') || 'a warning'}.`
}
