import { z } from 'zod'
import { admin } from '#core/Access.ts'
import type { AuditLog } from '#core/AuditLog.ts'
import { define, type Operation } from '#core/Operation.ts'
import * as UntrustedText from '#core/UntrustedText.ts'
import { Address } from '#core/wire.ts'
import type { Context } from '#launchpad/Context.ts'
import { CHANNEL } from '#launchpad/live/Feed.ts'
import { setTakenDown } from '#launchpad/metadata/setTakenDown.ts'
import { SavedMetadata } from '#launchpad/wire/responses.ts'
import * as wire from '#launchpad/wire/schemas.ts'
import { paths } from '#launchpad/wire/urls.ts'

const Request = z.strictObject({
  token: Address,
  part: wire.Part.meta({ description: '`image` is the picture; `text` the description and the links.' }),
  reason: z.string().trim().min(1, 'must give a reason').max(500).meta({ description: 'Recorded in the audit log.' }),
})

/** Operators hide metadata that a creator set, or show it again. */
export function takeDown(
  context: Context,
  { audit, notify }: { audit: AuditLog; notify: (channel: string) => void },
): Operation[] {
  const operation = (isDown: boolean, { name, path, summary }: Pick<Operation, 'name' | 'path' | 'summary'>) =>
    define({
      name,
      method: 'POST',
      path,
      tag: 'launchpad',
      summary,
      description:
        'For operators. A takedown can be restored, and it survives new metadata from the creator. Name and symbol come from the chain and stay visible.',
      access: admin,
      limit: 'write',
      errors: ['not_found', 'unavailable'],
      request: Request,
      response: SavedMetadata,
      async handle({ token, part, reason }, { caller }) {
        const decision = { token: token.toLowerCase(), part, isDown, reason: UntrustedText.oneLine(reason), caller }
        const metadata = await setTakenDown(context, audit, decision)
        notify(CHANNEL)
        await context.feed.refresh().catch(() => {})
        return { address: token, metadata }
      },
    })
  return [
    operation(true, {
      name: 'takeDownLaunchMetadata',
      path: paths.takeDown,
      summary: "Hide a token's picture, or its description and links, on this service.",
    }),
    operation(false, {
      name: 'restoreLaunchMetadata',
      path: paths.restore,
      summary: "Show a token's picture, or its description and links, again.",
    }),
  ]
}
