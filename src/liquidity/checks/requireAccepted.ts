import { z } from 'zod'
import { ApiError } from '#core/ApiError.ts'
import type { Warning } from '#liquidity/answer/Limits.ts'
import { maybe } from '#liquidity/fields.ts'
import { RISKS } from '#liquidity/risks.ts'

const isRisk = new Set<string>(RISKS)

export const acceptRisks = maybe(z.array(z.enum(RISKS)).max(RISKS.length)).meta({
  description:
    'Codes of the risks that the user accepts. A deposit with one of these warnings is refused with failed_precondition unless its code is listed; details lists each missing code with its explanation. Default: none.',
})

/** Refuses a deposit whose risks the request does not accept by name. */
export function requireAccepted(warnings: readonly Warning[], accepted: readonly string[] = []): void {
  const open = warnings.filter(({ code }) => isRisk.has(code) && !accepted.includes(code))
  if (open.length === 0) return
  const codes = [...new Set(open.map(({ code }) => code))]
  const reasons = open.map(({ message }) => message).join(' ')
  throw new ApiError(
    'failed_precondition',
    `This deposit has risks: ${reasons} Send acceptRisks: ${JSON.stringify(codes)} to build it anyway.`,
    {
      details: [
        { type: 'field', value: 'acceptRisks' },
        ...open.map(({ code, message }) => ({ type: code, value: message })),
      ],
    },
  )
}
